/**
 * A quantity below what its field allows is raised to the least, as the page comes and whenever one is typed (ATC-11):
 * everywhere but in the table of the cart, where 0 takes a line out.
 */
const FIELDS = 'input.qty:not(.product-quantity input.qty)'

/** The value as the browser sets it: React's own setter would take it for known already. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function raiseToMin(input: HTMLInputElement): void {
  const min = Number.parseFloat(input.min)
  if (!(min >= 0 && Number.parseFloat(input.value) < min)) return
  setValue?.call(input, String(min))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

for (const input of document.querySelectorAll<HTMLInputElement>(FIELDS)) raiseToMin(input)
// Before anybody else hears of the change: what is sent is what is allowed.
document.addEventListener(
  'change',
  ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(FIELDS)) raiseToMin(target)
  },
  { capture: true },
)

export {}
