/** Requests that are not answered yet. They are sent one after the other, so that the last press decides. */
let pending = 0
let queue = Promise.resolve()

const savedIds = (): readonly string[] => (/samovar_saved=([^;]*)/.exec(document.cookie)?.[1] ?? '').split('.')

function show(): void {
  if (pending) return
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[name=save]'))
    heart.ariaPressed = `${savedIds().includes(heart.value)}`
}

function send(fields: Record<string, string>, heart?: HTMLButtonElement): void {
  pending += 1
  queue = queue.then(async () => {
    const body = new URLSearchParams(fields)
    // Kept alive: whoever saves and goes on to the next page has saved.
    const init = { method: 'POST', body, headers: { accept: 'application/json' }, keepalive: true }
    const response = await fetch('/saved-teas/', init).catch(() => null)
    pending -= 1
    show()
    // The page without script says why.
    if (fields.save && !response?.ok) heart?.form?.requestSubmit(heart)
  })
}

document.addEventListener('click', (event) => {
  const heart = (event.target as Element).closest<HTMLButtonElement>('[name=save]')
  if (!heart) return
  event.preventDefault()
  const { value } = heart
  const isSaved = heart.ariaPressed === 'true'
  heart.ariaPressed = `${!isSaved}`
  const variation = document.querySelector<HTMLInputElement>(`[data-product_id="${value}"] .variation_id`)
  send({ [isSaved ? 'remove' : 'save']: value, variation_id: variation?.value ?? '' }, heart)
})

// The sold-out size that is looked at.
document.addEventListener('change', () => {
  const id = document.querySelector<HTMLInputElement>('.variation_id')?.value
  const size = id && document.querySelector<HTMLOptionElement>(`[data-sold-out-sizes] [value="${id}"]`)
  if (size) size.selected = true
})

// Sent by a listing, which replaces its cards.
document.addEventListener('swap', show)
show()
// Of a customer: another device may have changed the list.
if (savedIds()[0] === 'c') send({})

export {}
