/** The bar at the bottom of a phone comes when the form's button has gone, says what that one would do, and does it. */
const bar = document.querySelector<HTMLElement>('[data-add-bar]')
const main = document.querySelector<HTMLElement>('form.cart .single_add_to_cart_button')
const price = document.querySelector('.summary > .price')
const pack = document.querySelector('.summary [data-pack]')

if (bar && main) {
  const own = bar.querySelector('button')
  const [words, size] = [bar.querySelector('[data-bar-price]'), bar.querySelector('[data-bar-size]')]
  const follow = () => {
    const isToChoose = main.classList.contains('disabled')
    if (own) own.textContent = isToChoose ? 'Choose' : 'Add to cart'
    if (words && price) words.innerHTML = price.innerHTML
    // The first of what is told of the pack is how much it holds.
    if (size && pack) size.textContent = pack.textContent.split(' · ')[0] ?? ''
  }
  const observer = new MutationObserver(follow)
  observer.observe(main, { attributeFilter: ['class'] })
  for (const told of [price, pack]) if (told) observer.observe(told, { childList: true, subtree: true })
  follow()

  new IntersectionObserver(([entry]) => {
    if (entry) bar.inert = entry.isIntersecting
  }).observe(main)

  own?.addEventListener('click', () => {
    if (main.classList.contains('disabled')) showChoices(main.closest('form'))
    else main.click()
  })
}

/** To what is still to be chosen: the bar asks for it, and nobody has done anything wrong. */
function showChoices(form: HTMLFormElement | null): void {
  form?.scrollIntoView({ block: 'center' })
  const rows = [...(form?.querySelectorAll('fieldset') ?? [])]
  const open = rows.find((row) => !row.querySelector('input:checked')) ?? rows[0]
  open?.querySelector<HTMLElement>('input:checked, input:not(:disabled)')?.focus({ preventScroll: true })
}

export {}
