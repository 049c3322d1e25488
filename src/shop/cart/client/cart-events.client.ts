type JQuerySet = {
  trigger(name: string, values: readonly unknown[]): void
  triggerHandler(name: string, values: readonly unknown[]): unknown
  data(): Record<string, unknown>
  on(names: string, handler: Handler): void
}
type JQuery = (element: Element | Document) => JQuerySet
/** `values` are passed by jQuery. */
type Handler = (event: Event & { readonly originalEvent?: Event }, ...values: readonly unknown[]) => unknown

const pageJQuery = (): JQuery | undefined => (window as { jQuery?: JQuery }).jQuery

/** Through jQuery if it is loaded, else as a CustomEvent with values in `detail` (storefront-scripts.md §2). */
export function emit(name: string, values: readonly unknown[] = []): void {
  const jQuery = pageJQuery()
  listenThroughJQuery()
  if (!jQuery) return void document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: values }))
  const jQueryValues = values.map((value) => (value instanceof Element ? jQuery(value) : value))
  jQuery(document.body).trigger(name, jQueryValues)
}

/** Emits a cancellable event: a listener vetoes by returning false or calling `preventDefault`. */
export function isAllowed(name: string, button: Element): boolean {
  const jQuery = pageJQuery()
  if (jQuery) return jQuery(document.body).triggerHandler(name, [jQuery(button)]) !== false
  return document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail: [button] }))
}

/** Listeners that jQuery gets as soon as it is loaded. */
const waiting: (readonly [names: string, handler: Handler])[] = []

/** On the document, because some scripts trigger these events there; captured, because a native one may not bubble. */
export function listen(names: string, handler: Handler): void {
  for (const name of names.split(' ')) document.addEventListener(name, handler, true)
  waiting.push([names, handler])
  listenThroughJQuery()
  addEventListener('load', listenThroughJQuery)
}

/** What is triggered through jQuery is no native event; native events reach its listeners, too. */
function listenThroughJQuery(): void {
  const jQuery = pageJQuery()
  if (!jQuery) return
  for (const [names, handler] of waiting.splice(0))
    jQuery(document).on(names, (event, ...values) => event.originalEvent || handler(event, ...values))
}

export const jQueryData = (element: Element): Record<string, unknown> => pageJQuery()?.(element).data() ?? {}

export const isPlainClick = ({ defaultPrevented, button, metaKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  !(defaultPrevented || button || metaKey || ctrlKey || shiftKey)
