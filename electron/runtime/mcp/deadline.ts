/** Calls `onOver` once `ms` have passed since the start or the last `again`; time while `isPaused` does not count. */
export const startDeadline = (ms: number, isPaused: () => boolean, onOver: () => void) => {
  let timer: NodeJS.Timeout;
  const again = (): void => {
    timer = setTimeout(() => (isPaused() ? again() : onOver()), ms);
  };
  again();
  return {
    again: (): void => {
      clearTimeout(timer);
      again();
    },
    stop: (): void => clearTimeout(timer),
  };
};
