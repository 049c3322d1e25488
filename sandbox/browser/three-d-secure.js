// The bank's authentication page inside the shop's page. It reports the result, and requests to close it.
import { talkToPage } from './provider-api.js'

const { outcome } = document.documentElement.dataset
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form'))

function giveUp() {
  form?.querySelector(/** @type {'button'} */ ('button[value=cancel]'))?.click()
}

const page = talkToPage((message) => {
  if (message.type === 'cancel') giveUp()
})
// Key events in this frame do not reach the shop's dialog.
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') giveUp()
})
if (outcome) page.tell({ type: 'authenticated', outcome })
else {
  form?.querySelector('button')?.focus()
  page.tell({ type: 'ready' })
}
