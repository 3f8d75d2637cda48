/** Row of a fake upstream's table. Dates are epoch milliseconds (ArcGIS) or text (Socrata). */
export type TableRow = Readonly<Record<string, unknown>>;

type Literal = string | number;

const tokenPattern =
  /\s*(?:(DATE|TIMESTAMP)\s*'([^']*)'|'((?:[^']|'')*)'|(-?\d+(?:\.\d+)?)(?![\w-])|(>=|<=|!=|<>|=|>|<|\(|\)|,)|([A-Za-z_:][\w:]*))/gy;

interface Token {
  readonly kind: 'literal' | 'symbol' | 'word';
  readonly text: string;
  readonly value?: Literal;
}

function tokens(where: string): Token[] {
  const found: Token[] = [];
  tokenPattern.lastIndex = 0;
  let at = 0;
  for (const match of where.matchAll(tokenPattern)) {
    const [all, dated, date, quoted, number, symbol, word] = match;
    at += all.length;
    if (dated !== undefined)
      found.push({
        kind: 'literal',
        text: '',
        value: Date.parse(`${date?.replace(' ', 'T')}${date?.includes(' ') ? 'Z' : ''}`),
      });
    else if (quoted !== undefined) found.push({ kind: 'literal', text: '', value: quoted.replaceAll("''", "'") });
    else if (number !== undefined) found.push({ kind: 'literal', text: '', value: Number(number) });
    else if (symbol !== undefined) found.push({ kind: 'symbol', text: symbol });
    else found.push({ kind: 'word', text: word ?? '' });
  }
  if (where.slice(at).trim() !== '') throw new SyntaxError(`cannot read: ${where.slice(at)}`);
  return found;
}

/**
 * Evaluates the conditions that the local reader writes, on one row. Anything else, or an unknown column, throws:
 * the fake upstream then answers with the platform's own error, as the live service would.
 */
export function matches(where: string, row: TableRow): boolean {
  const list = tokens(where);
  let index = 0;
  const peek = () => list[index];
  const isWord = (word: string) => peek()?.kind === 'word' && peek()?.text.toLowerCase() === word;
  const isSymbol = (symbol: string) => peek()?.kind === 'symbol' && peek()?.text === symbol;
  const take = (symbol: string) => {
    if (!isSymbol(symbol)) throw new SyntaxError(`expected ${symbol}`);
    index++;
  };
  const literal = (): Literal => {
    const token = list[index++];
    // what the fake upstreams date lies before it
    if (token?.kind === 'word' && token.text === 'CURRENT_TIMESTAMP') return Number.MAX_SAFE_INTEGER;
    if (token?.kind !== 'literal' || token.value === undefined) throw new SyntaxError('expected a literal');
    return token.value;
  };
  const column = (): unknown => {
    const token = list[index++];
    if (token?.kind !== 'word') throw new SyntaxError('expected a column');
    if (token.text.toLowerCase() === 'upper' && isSymbol('(')) {
      take('(');
      const inner = column();
      take(')');
      return typeof inner === 'string' ? inner.toUpperCase() : inner;
    }
    if (!(token.text in row)) throw new SyntaxError(`no such column: ${token.text}`);
    return row[token.text];
  };
  const compare = (left: unknown, right: Literal): number => {
    if (left === undefined || left === null) return Number.NaN;
    // a column of days (ArcGIS DateOnly) is text, and compares with DATE literals
    const days = typeof left === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(left);
    if (typeof right === 'number') return (days ? Date.parse(left) : Number(left)) - right;
    return String(left) < right ? -1 : String(left) > right ? 1 : 0;
  };

  function factor(): boolean {
    if (isSymbol('(')) {
      take('(');
      const inside = either();
      take(')');
      return inside;
    }
    if (peek()?.kind === 'literal') {
      const left = literal();
      take('=');
      return left === literal();
    }
    if (isWord('starts_with')) {
      index++;
      take('(');
      const left = column();
      take(',');
      const prefix = literal();
      take(')');
      return String(left ?? '').startsWith(String(prefix));
    }
    const left = column();
    if (isWord('is')) {
      index++;
      const negated = isWord('not');
      if (negated) index++;
      if (!isWord('null')) throw new SyntaxError('expected null');
      index++;
      return (left === null || left === undefined) !== negated;
    }
    const isNot = isWord('not');
    if (isNot) index++;
    if (isWord('in')) {
      index++;
      take('(');
      const options = [literal()];
      while (isSymbol(',')) {
        take(',');
        options.push(literal());
      }
      take(')');
      return options.some((option) => compare(left, option) === 0) !== isNot;
    }
    if (isWord('like')) {
      index++;
      const pattern = String(literal());
      const inner = pattern.replace(/^%|%$/g, '').toLowerCase();
      const text = String(left ?? '').toLowerCase();
      return pattern.startsWith('%') ? text.includes(inner) : text.startsWith(inner);
    }
    if (isWord('between')) {
      index++;
      const low = literal();
      if (!isWord('and')) throw new SyntaxError('expected and');
      index++;
      const high = literal();
      return compare(left, low) >= 0 && compare(left, high) <= 0;
    }
    const operator = list[index++]?.text;
    const order = compare(left, literal());
    switch (operator) {
      case '=':
        return order === 0;
      case '!=':
      case '<>':
        return order !== 0;
      case '>=':
        return order >= 0;
      case '<=':
        return order <= 0;
      case '>':
        return order > 0;
      case '<':
        return order < 0;
      default:
        throw new SyntaxError('expected a comparison');
    }
  }
  function both(): boolean {
    let all = factor();
    while (isWord('and')) {
      index++;
      const next = factor();
      all = all && next;
    }
    return all;
  }
  function either(): boolean {
    let any = both();
    while (isWord('or')) {
      index++;
      const next = both();
      any = any || next;
    }
    return any;
  }
  const result = either();
  if (index !== list.length) throw new SyntaxError('more than one condition');
  return result;
}
