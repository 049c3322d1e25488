import { emit } from '../../cart/client/cart-events.client.ts'

type JQueryLike = (element: Element) => {
  on(name: string, handler: (event: unknown, args?: UpdateArgs) => void): void
  triggerHandler(name: string, values?: unknown[]): unknown
}
type UpdateArgs = { readonly update_shipping_method?: boolean }

const jQueryOf = (element: Element) => (window as { jQuery?: JQueryLike }).jQuery?.(element)

export const trigger: (name: string, ...values: unknown[]) => void = (name, ...values) => emit(name, values)

/** Triggers a cancellable event: a handler on the form may return false or prevent the default. */
export function isAllowed(form: HTMLFormElement, name: string, ...values: unknown[]): boolean {
  const event = new CustomEvent(name, { cancelable: true, detail: values })
  return form.dispatchEvent(event) && jQueryOf(form)?.triggerHandler(name, values) !== false
}

/** Another script requests new totals: `update_checkout` on the body, or `update` on the form. */
export function onUpdateRequested(form: HTMLFormElement, update: (args: UpdateArgs) => void): void {
  document.body.addEventListener('update_checkout', (event) =>
    update(((event as CustomEvent).detail as [UpdateArgs])?.[0] ?? {}),
  )
  form.addEventListener('update', () => update({}))
  // Native listeners do not receive events triggered by jQuery.
  jQueryOf(document.body)?.on('update_checkout', (event, args) => {
    if (!(event as { originalEvent?: unknown }).originalEvent) update(args ?? {})
  })
}
