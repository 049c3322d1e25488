/** Excludes the cart table, where 0 removes a line, and hydrated forms, which do this themselves (ATC-11). */
const FIELDS = 'input.qty:not(.product-quantity *, [data-awake] *)'

/** The native setter: React's own would treat the value as already known. */
const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set

function raiseToMin(input: HTMLInputElement): void {
  const min = Number.parseFloat(input.min)
  if (!(min >= 0 && Number.parseFloat(input.value) < min)) return
  setValue?.call(input, String(min))
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

for (const input of document.querySelectorAll<HTMLInputElement>(FIELDS)) raiseToMin(input)
// Listens in the capture phase, so that other listeners see the corrected value.
document.addEventListener(
  'change',
  ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(FIELDS)) raiseToMin(target)
  },
  { capture: true },
)

export {}
