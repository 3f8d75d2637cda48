/** What of a packet can be sold once: who has it. */
export interface UpgradesPort {
  /** Whether the upgrade of a packet was sold, or money for it may have moved. */
  isSold(packetId: string): Promise<boolean>;
  /**
   * Takes the upgrade for a purchase that is being worked on; false where another purchase has it. It is free again as
   * soon as that purchase can no longer be settled: its work failed, its payment was refused, or no process resumed it.
   */
  take(packetId: string, purchaseId: string): Promise<boolean>;
}
