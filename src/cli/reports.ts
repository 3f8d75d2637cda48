import type { Service } from '../main.ts';
import type { ProvenBuyer } from '../products/copies/buyer.ts';
import type { ReportCopies } from '../products/copies/copies.ts';
import type { ReportsHttpPort } from '../transports/rest/ports.ts';

/** Copies of reports over one service: anybody's, and what the holder of the payment may do with them. */
export function createReports(service: Service): ReportsHttpPort {
  async function asBuyer<T>(payment: string, act: (copies: ReportCopies, buyer: ProvenBuyer) => Promise<T>) {
    const buyer = await (await service.selling()).prove(payment);
    return buyer && act(await service.reports(), buyer);
  }
  return {
    get: async (id, format) => (await service.reports()).get(id, format),
    buyersBundle: (id, payment) => asBuyer(payment, (copies, buyer) => copies.buyersBundle(id, buyer)),
    withdraw: (id, payment) => asBuyer(payment, (copies, buyer) => copies.withdraw(id, buyer)),
    renew: (id, payment) => asBuyer(payment, (copies, buyer) => copies.renew(id, buyer)),
  };
}
