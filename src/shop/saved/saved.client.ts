const entriesIn = (cookie: string): readonly string[] =>
  new RegExp(`samovar_${cookie}=([^;]+)`).exec(document.cookie)?.[1]?.split('.') ?? []

/** Presses not yet stored by the shop: `12:`, `12:34` with a variation, `-12` to remove. The next page resends them. */
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

/** Requests run one after another, so that the last press decides. */
function send(heart?: HTMLButtonElement): void {
  queue = queue.then(async () => {
    const sent = pressed()
    // `keepalive`: the request survives leaving the page.
    const response = await fetch('/saved-teas/', { method: 'POST', keepalive: true }).catch(() => null)
    if (!response) return
    // The plain form submission shows the reason.
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
if (/_(saved=c|pressed=[^;])/.test(document.cookie)) send()

export {}
