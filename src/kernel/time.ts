/** Milliseconds of one day. */
export const dayMs = 86_400_000;

/** A UTC time to the second, the form in which answers give the day of reading. */
export const toSeconds = (time: string): string => time.replace(/\.\d+Z$/, 'Z');

/** The calendar day (YYYY-MM-DD) so many days later. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The same day (YYYY-MM-DD) so many months earlier; the last day of a shorter month. */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, last))).toISOString().slice(0, 10);
}
