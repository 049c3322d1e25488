/** Calls back on the first scroll, pointer or keyboard event, before which many scripts are not needed. */
export function onFirstInteraction(callback: () => void): void {
  const events = ['scroll', 'pointermove', 'pointerdown', 'focusin'] as const
  const handle = (event?: Event) => {
    // Browsers repeat `pointermove` for a resting pointer after each layout.
    if (event?.type === 'pointermove' && !(event as PointerEvent).movementX && !(event as PointerEvent).movementY)
      return
    for (const move of events) removeEventListener(move, handle)
    callback()
  }
  for (const event of events) addEventListener(event, handle, { passive: true })
  if (scrollY > 0) handle()
}
