let isPressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  const late = waiting;
  waiting = [];
  // The click comes after the release.
  setTimeout(() => {
    for (const run of late) run();
  });
}

addEventListener('pointerdown', () => (isPressed = true), true);
addEventListener('pointerup', release, true);
addEventListener('pointercancel', release, true);

/**
 * Runs what changes the layout when no button is held down. Pressing a button takes the focus from a field: an error that
 * appeared at once would move the button away from under the pointer, and the click would be lost.
 */
export function whenReleased(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}
