/** The clock of this machine, and the one place that reads it: a composition root hands it, or another, to all the rest. */
export const systemClock = (): Date => new Date(); // real time: this is where it comes from
