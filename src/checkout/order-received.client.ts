/** The page after an order: a button that prints it, and news of a payment that is still being checked. Without script the browser's own menu does both. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

const CHECKING = '[data-payment-checking]'
const PAUSE_MS = 4000
const MAX_LOOKS = 150

if (document.querySelector(CHECKING)) void waitForNews()

/** Looks every few seconds whether the page has something else to say by now, and then shows it. */
async function waitForNews(): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
    if (!answer?.ok) continue
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (!page.querySelector(CHECKING)) return location.reload()
  }
}
