import { choose } from './form.client.ts'

/** On phones the collapsed summary hides the shipping methods: these copies are not sent, but choose the original. */
export function showShippingOptions(form: HTMLFormElement): void {
  const container = form.querySelector<HTMLFieldSetElement>('[data-delivery]')
  if (!container) return
  let renderedKey = ''
  const render = (): void => {
    const options = shippingOptions(form)
    container.hidden = options.length === 0
    const key = options.map(({ value, text }) => `${value} ${text}`).join('\n')
    if (key !== renderedKey) renderOptions(container, options)
    renderedKey = key
    for (const { value, isChosen } of options) {
      const input = container.querySelector<HTMLInputElement>(`input[value="${CSS.escape(value)}"]`)
      if (input) input.checked = isChosen
    }
  }
  render()
  new MutationObserver(render).observe(form.querySelector('#order_review') ?? form, { childList: true })
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.classList.contains('shipping_method')) render()
  })
  container.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement
    const shippingMethod = form.querySelector<HTMLInputElement>(`input.shipping_method[value="${CSS.escape(value)}"]`)
    if (shippingMethod && !shippingMethod.checked) choose(shippingMethod)
  })
}

type ShippingOption = { readonly value: string; readonly text: string; readonly isChosen: boolean }

const shippingOptions = (form: HTMLFormElement): ShippingOption[] =>
  [...form.querySelectorAll<HTMLInputElement>('#order_review input.shipping_method')].map((field) => ({
    value: field.value,
    text: field.labels?.[0]?.textContent?.trim() ?? field.value,
    isChosen: field.checked,
  }))

function renderOptions(container: HTMLFieldSetElement, options: readonly ShippingOption[]): void {
  const focusedValue = container.querySelector<HTMLInputElement>('input:focus')?.value
  for (const previous of container.querySelectorAll('label')) previous.remove()
  for (const { value, text } of options) {
    const label = document.createElement('label')
    const field = Object.assign(document.createElement('input'), { type: 'radio', name: 'delivery_choice', value })
    field.setAttribute('form', 'not-sent')
    label.append(field, Object.assign(document.createElement('span'), { textContent: text }))
    container.append(label)
    if (value === focusedValue) field.focus()
  }
}
