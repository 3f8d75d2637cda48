// Preloaded into a Node process (`--import`): moves Date by TEST_CLOCK_OFFSET_MS, and time goes on from there.
// Timers and performance.now() keep to the real clock, so that deadlines and measurements stay what they are.
const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);
const RealDate = Date;
const realNow = RealDate.now;

if (offsetMs !== 0) {
  RealDate.now = () => realNow() + offsetMs;
  const ShiftedDate = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [RealDate.now()] : given, made),
    apply: () => new ShiftedDate().toString(),
  });
  RealDate.prototype.constructor = ShiftedDate;
  globalThis.Date = ShiftedDate;
}
