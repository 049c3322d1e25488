/**
 * On a phone the summary is folded, and with it the ways to get the goods. They stand after the address as well, as radio
 * buttons that are not sent: choosing one chooses the real one.
 */
export function showDelivery(form: HTMLFormElement): void {
  const place = form.querySelector<HTMLFieldSetElement>('[data-delivery]')
  if (!place) return
  let shown = ''
  const draw = (): void => {
    const ways = waysIn(form)
    place.hidden = ways.length === 0
    const fresh = ways.map(({ value, text }) => `${value} ${text}`).join('\n')
    if (fresh !== shown) drawWays(place, ways)
    shown = fresh
    for (const { value, isChosen } of ways) {
      const own = place.querySelector<HTMLInputElement>(`input[value="${CSS.escape(value)}"]`)
      if (own) own.checked = isChosen
    }
  }
  draw()
  new MutationObserver(draw).observe(form.querySelector('#order_review') ?? form, { childList: true })
  form.addEventListener('change', ({ target }) => {
    const field = target as HTMLInputElement
    if (field.classList.contains('shipping_method')) draw()
  })
  place.addEventListener('change', ({ target }) => {
    const { value } = target as HTMLInputElement
    const real = form.querySelector<HTMLInputElement>(`input.shipping_method[value="${CSS.escape(value)}"]`)
    if (!real || real.checked) return
    real.checked = true
    real.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

type Way = { readonly value: string; readonly text: string; readonly isChosen: boolean }

const waysIn = (form: HTMLFormElement): Way[] =>
  [...form.querySelectorAll<HTMLInputElement>('#order_review input.shipping_method')].map((field) => ({
    value: field.value,
    text: field.labels?.[0]?.textContent?.trim() ?? field.value,
    isChosen: field.checked,
  }))

function drawWays(place: HTMLFieldSetElement, ways: readonly Way[]): void {
  const had = place.querySelector<HTMLInputElement>('input:focus')?.value
  for (const old of place.querySelectorAll('label')) old.remove()
  for (const { value, text } of ways) {
    const label = document.createElement('label')
    const field = document.createElement('input')
    field.type = 'radio'
    field.name = 'delivery_choice'
    field.setAttribute('form', 'not-sent')
    field.value = value
    const words = document.createElement('span')
    words.textContent = text
    label.append(field, words)
    place.append(label)
    if (value === had) field.focus()
  }
}
