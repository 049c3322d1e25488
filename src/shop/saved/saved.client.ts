const entriesIn = (cookie: string): readonly string[] =>
  new RegExp(`samovar_${cookie}=([^;]+)`).exec(document.cookie)?.[1]?.split('.') ?? []

/** Presses not yet stored by the shop: `12:`, `12:34` with a variation, `-12` to remove. The next page resends them. */
const pressed = (): readonly string[] => entriesIn('pressed')

const idOf = (entry: string): string | undefined => /\d+/.exec(entry)?.[0]

function show(): void {
  const entries = [...entriesIn('saved'), ...pressed()]
  for (const heart of document.querySelectorAll<HTMLButtonElement>('[name=save]')) {
    heart.ariaPressed = `${/^\d/.test(entries.findLast((entry) => idOf(entry) === heart.value) ?? '')}`
  }
}

function setPressed(entries: readonly string[]): void {
  document.cookie = `samovar_pressed=${entries.join('.')};path=/;max-age=7776000`
  show()
}

let queue = Promise.resolve()

/** Requests run one after another, so that the last press decides. */
function send(heart?: HTMLButtonElement): void {
  queue = queue.then(async () => {
    const sent = pressed()
    // `keepalive`: the request survives leaving the page.
    const response = await fetch('/saved-teas/', { method: 'POST', keepalive: true }).catch(() => null)
    // Not stored, such as while the shop restarts.
    if (!response || response.status >= 500) return
    // The plain form submission shows the reason.
    if (heart && !response.ok) heart.form?.submit()
    else setPressed(pressed().filter((entry) => !sent.includes(entry)))
  })
}

document.addEventListener('click', (event) => {
  const heart = (event.target as Element).closest<HTMLButtonElement>('[name=save]')
  if (!heart) return
  event.preventDefault()
  const id = heart.value
  const size = document.querySelector<HTMLInputElement>(`[data-product_id="${id}"] .variation_id`)?.value
  setPressed([
    ...pressed().filter((entry) => idOf(entry) !== id),
    heart.ariaPressed === 'true' ? `-${id}` : `${id}:${size ?? ''}`,
  ])
  send(heart)
})

// Preselects the viewed variation in the stock alert form.
document.addEventListener('change', () => {
  const id = document.querySelector<HTMLInputElement>('.variation_id')?.value
  const size = id && document.querySelector<HTMLOptionElement>(`[data-sold-out-sizes] [value="${id}"]`)
  if (size) size.selected = true
})

// A product list sends this event after it has replaced its cards.
document.addEventListener('swap', show)
// The previous page may have changed the list.
addEventListener('pageshow', show)
show()
// A customer's list may have changed on another device, or presses may still be unsent.
if (pressed()[0] || entriesIn('saved')[0] === 'c') send()

export {}
