const entriesIn = (cookie: string): readonly string[] =>
  new RegExp(`samovar_${cookie}=([^;]+)`).exec(document.cookie)?.[1]?.split('.') ?? []

/** Presses that are not stored yet: `12:`, `12:34` with its size, `-12` to remove. The next page sends them again. */
const pressed = (): readonly string[] => entriesIn('pressed')

const idOf = (entry: string): string | undefined => /\d+/.exec(entry)?.[0]

function show(): void {
  const entries = [...entriesIn('saved'), ...pressed()]
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[name=save]')) {
    const last = entries.findLast((entry) => idOf(entry) === heart.value) ?? ''
    heart.ariaPressed = `${/^\d/.test(last)}`
  }
}

function setPressed(entries: readonly string[]): void {
  document.cookie = `samovar_pressed=${entries.join('.')};path=/;max-age=7776000`
  show()
}

let queue = Promise.resolve()

/** One request after the other, so that the last press decides. */
function send(heart?: HTMLButtonElement): void {
  queue = queue.then(async () => {
    const sent = pressed()
    // Kept alive: whoever saves and leaves the shop has saved.
    const response = await fetch('/saved-teas/', { method: 'POST', keepalive: true }).catch(() => null)
    if (!response) return
    // The page without script says why.
    if (heart && !response.ok) heart.form?.submit()
    else setPressed(pressed().filter((entry) => !sent.includes(entry)))
  })
}

document.addEventListener('click', (event) => {
  const heart = (event.target as Element).closest<HTMLButtonElement>('[name=save]')
  if (!heart) return
  event.preventDefault()
  const { value } = heart
  const size = document.querySelector<HTMLInputElement>(`[data-product_id="${value}"] .variation_id`)?.value
  const entry = heart.ariaPressed === 'true' ? `-${value}` : `${value}:${size ?? ''}`
  setPressed([...pressed().filter((one) => idOf(one) !== value), entry])
  send(heart)
})

// The sold-out size that is looked at.
document.addEventListener('change', () => {
  const id = document.querySelector<HTMLInputElement>('.variation_id')?.value
  const size = id && document.querySelector<HTMLOptionElement>(`[data-sold-out-sizes] [value="${id}"]`)
  if (size) size.selected = true
})

// Sent by a listing, which replaces its cards.
document.addEventListener('swap', show)
// The page before may have changed the list.
addEventListener('pageshow', show)
show()
// It is a customer's list, which another device may have changed.
if (/_(saved=c|pressed=[^;])/.test(document.cookie)) send()

export {}
