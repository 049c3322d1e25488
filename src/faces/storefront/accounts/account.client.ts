/** Wider than the fade at the end of the row, which its style sheet defines. */
const FADE_PX = 48

/** On phones the row of account pages scrolls to the current page, and to focused links. */
const row = document.querySelector('.woocommerce-MyAccount-navigation ul')
const show = (link: Element): void => {
  if (!row) return
  const [{ left, right }, around] = [link.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, right + FADE_PX - around.right) - Math.max(0, around.left + FADE_PX - left)
}
row?.addEventListener('focusin', ({ target }) => show(target as Element))
const current = row?.querySelector('[aria-current]')
if (current) show(current)
