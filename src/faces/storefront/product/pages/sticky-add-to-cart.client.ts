const bar = document.querySelector<HTMLElement>('[data-add-bar]')
const formButton = document.querySelector<HTMLElement>('form.cart .single_add_to_cart_button')
const price = document.querySelector('.summary > .price')
const pack = document.querySelector('.summary [data-pack]')

if (bar && formButton) {
  const barButton = bar.querySelector('button')
  const [barPrice, barSize] = [bar.querySelector('[data-bar-price]'), bar.querySelector('[data-bar-size]')]
  const follow = () => {
    const needsSelection = formButton.classList.contains('disabled')
    if (barButton) barButton.textContent = needsSelection ? 'Choose' : 'Add to cart'
    if (barPrice && price) barPrice.innerHTML = price.innerHTML
    // The first segment of the pack text is the pack size.
    if (barSize && pack) barSize.textContent = pack.textContent.split(' · ')[0] ?? ''
  }
  const observer = new MutationObserver(follow)
  observer.observe(formButton, { attributeFilter: ['class'] })
  for (const element of [price, pack]) if (element) observer.observe(element, { childList: true, subtree: true })
  follow()

  new IntersectionObserver(([entry]) => {
    if (entry) bar.inert = entry.isIntersecting
  }).observe(formButton)

  barButton?.addEventListener('click', () => {
    if (formButton.classList.contains('disabled')) scrollToOptions(formButton.closest('form'))
    else formButton.click()
  })
}

function scrollToOptions(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: 'center' })
  const rows = [...(form?.querySelectorAll('fieldset') ?? [])]
  const open = rows.find((row) => !row.querySelector('input:checked')) ?? rows[0]
  open?.querySelector<HTMLElement>('input:checked, input:not(:disabled)')?.focus({ preventScroll: true })
}

export {}
