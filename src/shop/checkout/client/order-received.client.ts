/** Polls for a payment still being checked, and prints. Without script, the browser's print and reload do the same. */
for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

const CHECKING_SELECTOR = '[data-payment-checking]'
const POLL_INTERVAL_MS = 4000
const MAX_POLLS = 150

if (document.querySelector(CHECKING_SELECTOR)) void pollPayment()

async function pollPayment(): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => null)
    if (!answer?.ok) continue
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    if (!page.querySelector(CHECKING_SELECTOR)) return location.reload()
  }
}
