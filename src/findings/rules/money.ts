import type { PartReading } from '../../answers/ask-tools.ts';
import { plainSourceName } from '../../kernel/citation.ts';
import { type Fields, isFields } from '../../kernel/fields.ts';
import { usd } from '../../kernel/money.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { lienDocument } from '../../rules/lien-documents.ts';
import type { FindingDraft, FindingRule } from '../finding.ts';
import { citationsOf, nameIn, present, rowsIn, rowsOf, textIn } from '../reading.ts';

const parts = ['principal', 'penalty', 'interest'] as const;

/** What an account owes: the total that its list states, else its parts added up. */
function owed(account: Fields): { readonly amount: number; readonly words: string } | undefined {
  const stated = parts.flatMap((part) => {
    const due = Number(account[`${part}DueUsd`] ?? 0);
    return due > 0 ? [{ due, words: `${part} ${usd(due)}` }] : [];
  });
  const total = Number(account.totalDueUsd ?? 0);
  const amount = total > 0 ? total : stated.reduce((sum, { due }) => sum + due, 0);
  if (!(amount > 0)) return undefined;
  const words = stated.map((part) => part.words).join(', ');
  return { amount, words: total > 0 || stated.length < 2 ? words : `${words}; added up here` };
}

const listName = (citations: readonly { readonly sourceName: string }[]) =>
  citations[0] ? plainSourceName(citations[0].sourceName) : 'The list';

/** Unpaid property tax of the accounts of the parcel. */
function accountsOf({ answer }: Pick<PartReading, 'answer'>, group: Fields): readonly FindingDraft[] {
  return rowsIn(group, 'accounts').flatMap((account, index) => {
    const debt = owed(account);
    if (!debt) return [];
    const citations = citationsOf(answer, account);
    const id = textIn(account, 'accountId');
    const years = Number(account.yearsOwed ?? 0);
    const newest = nameIn(account, 'newestYearOwed');
    const remarks = present(
      debt.words,
      years > 0 ? `${many(years, 'year')} owed` : undefined,
      newest && `newest ${newest}`,
      account.paymentAgreement === true ? 'a payment agreement is on record' : undefined,
    );
    return {
      key: `owed_${id ?? index + 1}`,
      headline: `Unpaid property tax: ${usd(debt.amount)}${years > 0 ? `, ${many(years, 'year')} owed` : ''}`,
      sentence: `${listName(citations)} list ${usd(debt.amount)} of unpaid property tax${nameIn(account, 'accountId') ? ` of account ${nameIn(account, 'accountId')}` : ''}: ${remarks.join('; ')}.`,
      where: 'on_parcel',
      question: 'What is owed today, with interest and fees, and is a lien or a sale entered for it?',
      evidenceNeeded: ["The collector's payoff statement", 'A title search for tax liens'],
      recordIds: present(id),
      thing: id && `account ${id}`,
      citations,
    };
  });
}

/** Entries of the parcel on lists of tax liens, delinquencies and lien sales, the newest first. */
function entriesOf({ answer }: Pick<PartReading, 'answer'>, group: Fields): readonly FindingDraft[] {
  const [newest, ...older] = rowsIn(group, 'entries');
  if (!newest) return [];
  const citations = citationsOf(answer, newest, ...older);
  const due = Number(newest.amountDueUsd ?? 0);
  const years = Number(newest.yearsOwed ?? 0);
  const [date, stage] = [nameIn(newest, 'date'), nameIn(newest, 'cycle')];
  const remarks = present(
    due > 0 ? `${usd(due)} due` : undefined,
    stage,
    date && `of ${date}`,
    years > 0 ? `${many(years, 'year')} owed` : undefined,
    newest.waterDebtOnly === true ? 'water debt alone' : undefined,
  );
  const more = older.length > 0 ? `; ${many(older.length, 'older entry', 'older entries')}` : '';
  const list = listName(citations);
  return [
    {
      key: 'listed',
      headline: remarks.length > 0 ? `On a tax debt list: ${remarks.join(', ')}` : `On a tax debt list: ${list}`,
      sentence: `${list} name the parcel${remarks.length > 0 ? `: ${remarks.join(', ')}` : ''}${more}.`,
      where: 'on_parcel',
      question: 'Is the debt paid, or at which stage is the lien or its sale?',
      evidenceNeeded: ["The collector's statement of the debt and of any sale", 'A title search for tax liens'],
      recordIds: present(...[newest, ...older].map((row) => textIn(row, 'recordId'))),
      thing: textIn(newest, 'recordId'),
      citations,
    },
  ];
}

const taxPayment: FindingRule = {
  needs: 'svc_tax_payment_status',
  kind: 'money',
  topic: 'debt',
  find: (reading) => accountsOf(reading, reading.answer.facts ?? {}),
};

const taxDistress: FindingRule = {
  needs: 'svc_tax_distress',
  kind: 'money',
  topic: 'debt',
  find: (reading) => entriesOf(reading, reading.answer.facts ?? {}),
};

/** The same where a composed answer carries the two lists. */
const taxContext: FindingRule = {
  needs: 'svc_property_tax_context',
  kind: 'money',
  topic: 'debt',
  find(reading) {
    const { distress, payment } = reading.answer.facts ?? {};
    return [
      ...(isFields(payment) ? accountsOf(reading, payment) : []),
      ...(isFields(distress) ? entriesOf(reading, distress) : []),
    ];
  },
};

const recordedOn = (row: Fields) => textIn(row, 'recordedOn') ?? '';

/** Documents that enter a lien and are not matched by as many later discharges; one discharge ends one lien. */
const recordedLien: FindingRule = {
  needs: 'svc_nyc_recording_history',
  kind: 'money',
  topic: 'debt',
  find({ answer }) {
    const documents = rowsOf(answer, 'documents').toSorted((a, b) => recordedOn(b).localeCompare(recordedOn(a), 'en'));
    const known = documents.flatMap((row) => {
      const document = lienDocument(textIn(row, 'type'));
      return document ? [{ row, ...document }] : [];
    });
    return [...new Set(known.map(({ lien }) => lien))].map((lien) => {
      const of = known.filter((one) => one.lien === lien);
      const entered = of.filter(({ reading }) => reading === 'lien');
      const discharges = of.length - entered.length;
      const [newest] = entered;
      if (!newest || (discharges >= entered.length && of[0]?.reading === 'discharge')) return undefined;
      const { row } = newest;
      const [type, id] = [nameIn(row, 'type') ?? 'a document', textIn(row, 'documentId')];
      const number = nameIn(row, 'documentId');
      const amount = Number(row.amountUsd ?? 0);
      const remarks = present(amount > 0 ? usd(amount) : undefined, recordedOn(row) && `recorded ${recordedOn(row)}`);
      const said = remarks.length > 0 ? `, ${remarks.join(', ')}` : '';
      return {
        key: `lien_${id}`,
        headline: `Recorded against the lot: ${type}${said}`,
        sentence: `Among the recorded documents of the lot that were read, ${many(entered.length, 'document')} on a ${lien} and ${many(discharges, 'discharge')}; the newest of the former is ${type}${number ? ` (${number})` : ''}${said}.`,
        where: 'on_parcel',
        question: 'Is the lien discharged, or what is owed on it?',
        evidenceNeeded: ['The recorded document', 'A title search for liens'],
        recordIds: present(id),
        citations: citationsOf(answer, row),
      };
    });
  },
};

export const moneyRules = { taxPayment, taxDistress, taxContext, recordedLien };
