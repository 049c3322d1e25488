// The bank's question, shown inside the shop's page: passes the answer on, and the page's wish to close it.
import { talkToPage } from './provider-api.js'

const { outcome } = document.documentElement.dataset
const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form'))

function giveUp() {
  form?.querySelector(/** @type {'button'} */ ('button[value=cancel]'))?.click()
}

const page = talkToPage((message) => {
  if (message.type === 'cancel') giveUp()
})
// The shop's dialog does not hear keys that are pressed in here.
addEventListener('keydown', (event) => {
  if (event.key === 'Escape') giveUp()
})
if (outcome) page.tell({ type: 'authenticated', outcome })
else form?.querySelector('button')?.focus()
