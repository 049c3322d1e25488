/** More than the fade at the end of the row hides, as in its style sheet. */
const FADE_PX = 48

/** The row of pages on phones starts where the open one is, and what gets the focus is in sight, in every browser. */
const row = document.querySelector('.woocommerce-MyAccount-navigation ul')
const show = (link: Element): void => {
  if (!row) return
  const [{ left, right }, around] = [link.getBoundingClientRect(), row.getBoundingClientRect()]
  row.scrollLeft += Math.max(0, right + FADE_PX - around.right) - Math.max(0, around.left + FADE_PX - left)
}
row?.addEventListener('focusin', ({ target }) => show(target as Element))
const current = row?.querySelector('[aria-current]')
if (current) show(current)
