/** Counts turns of the event loop until it is stopped. */
export function loopCounter() {
  let at = 0;
  let going = true;
  const next = () => {
    at += 1;
    if (going) setImmediate(next);
  };
  setImmediate(next);
  return {
    now: () => at,
    stop: () => {
      going = false;
    },
  };
}
