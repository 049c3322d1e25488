type JQuery = {
  (element: Element): { trigger(name: string, values: readonly unknown[]): void }
  /** The event that jQuery itself is raising; it does not hear a native one of that name a second time. */
  event: { triggered: string | undefined }
}

/**
 * Tells other scripts that something has happened to `element`: as an event of the browser with the values in `detail`,
 * and through jQuery where a script has brought it, because scripts of such shops read the values as arguments there.
 * Whoever listens through jQuery hears it once.
 */
export function raise(element: Element, name: string, values: readonly unknown[] = []): void {
  const { jQuery } = window as { jQuery?: JQuery }
  const native = new CustomEvent(name, { bubbles: true, detail: values })
  if (!jQuery?.event) {
    element.dispatchEvent(native)
    return
  }
  const before = jQuery.event.triggered
  jQuery.event.triggered = name
  try {
    element.dispatchEvent(native)
  } finally {
    jQuery.event.triggered = before
  }
  jQuery(element).trigger(name, values)
}
