/** The bar at the bottom of a phone comes when the form's button has gone, says what that one would do, and does it. */
const bar = document.querySelector<HTMLElement>('[data-add-bar]')
const main = document.querySelector<HTMLElement>('form.cart .single_add_to_cart_button')
const price = document.querySelector('.summary > .price')

if (bar && main) {
  const [words, own] = [bar.querySelector('div > span:last-child'), bar.querySelector('button')]
  const follow = () => {
    const isToChoose = main.classList.contains('disabled')
    if (own) own.textContent = isToChoose ? 'Choose' : 'Add to cart'
    if (words && price) words.innerHTML = price.innerHTML
  }
  const observer = new MutationObserver(follow)
  observer.observe(main, { attributeFilter: ['class'] })
  if (price) observer.observe(price, { childList: true, subtree: true })
  follow()

  new IntersectionObserver(([entry]) => {
    if (entry) bar.inert = entry.isIntersecting
  }).observe(main)

  own?.addEventListener('click', () => {
    if (main.classList.contains('disabled')) main.closest('form')?.scrollIntoView({ block: 'center' })
    main.click()
  })
}

export {}
