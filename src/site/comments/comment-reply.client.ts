/**
 * Replying in place: the form moves below the comment, and 'Cancel reply' moves it back (BLOG-04). Without script the
 * same links load the page with the form prepared for the reply.
 */

/** Placeholder for the form's original position, by its WordPress id. */
const PLACEHOLDER_ID = 'wp-temp-form-div'

const formElements = () => {
  const respond = document.getElementById('respond')
  const parent = document.querySelector<HTMLInputElement>('#comment_parent')
  const title = document.getElementById('reply-title')
  const cancel = document.getElementById('cancel-comment-reply-link')
  return respond && parent && title && cancel ? { respond, parent, title, cancel } : null
}

let defaultTitle: string | undefined
/** The link that opened the form, focused again on cancel. */
let replyLink: HTMLElement | null = null

function startReply(link: HTMLElement): boolean {
  const elements = formElements()
  const comment = document.getElementById(link.dataset.belowelement ?? '')
  if (!elements || !comment) return false
  const { respond, parent, title, cancel } = elements
  if (!document.getElementById(PLACEHOLDER_ID)) {
    const placeholder = document.createElement('div')
    placeholder.id = PLACEHOLDER_ID
    placeholder.hidden = true
    respond.before(placeholder)
  }
  // If the page was loaded with a prepared reply, its title is not the default one.
  defaultTitle ??= parent.value === '0' ? (title.textContent ?? '') : 'Leave a comment'
  replyLink = link
  comment.after(respond)
  parent.value = link.dataset.commentid ?? '0'
  title.textContent = link.dataset.replyto ?? ''
  cancel.hidden = false
  respond.querySelector<HTMLElement>('#comment')?.focus()
  return true
}

function cancelReply(): boolean {
  const elements = formElements()
  if (!elements) return false
  const { respond, parent, title, cancel } = elements
  const placeholder = document.getElementById(PLACEHOLDER_ID)
  placeholder?.replaceWith(respond)
  parent.value = '0'
  title.textContent = defaultTitle ?? 'Leave a comment'
  cancel.hidden = true
  if (replyLink?.isConnected) replyLink.focus()
  else respond.querySelector<HTMLElement>('#comment')?.focus()
  replyLink = null
  return true
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLElement>('.comment-reply-link, #cancel-comment-reply-link')
  if (!link) return
  const isDone = link.id === 'cancel-comment-reply-link' ? cancelReply() : startReply(link)
  if (isDone) event.preventDefault()
})

export {}
