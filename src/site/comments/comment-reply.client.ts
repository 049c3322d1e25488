/** Moves the form below the comment and back (BLOG-04). Without JavaScript the links load a prepared page. */

const PLACEHOLDER_ID = 'wp-temp-form-div'

const byId = (id: string) => document.getElementById(id)

let defaultTitle: string | undefined
let replyLink: HTMLElement | null = null

/** Moves the form below the comment of a reply link, or back without one. False if the page has no form for it. */
function moveForm(link: HTMLElement | null): boolean {
  const [respond, title, cancel] = [byId('respond'), byId('reply-title'), byId('cancel-comment-reply-link')]
  const parent = document.querySelector<HTMLInputElement>('#comment_parent')
  const comment = link && byId(link.dataset.belowelement ?? '')
  if (!respond || !title || !cancel || !parent || (link && !comment)) return false
  // If the page was loaded with a prepared reply, its title is not the default one.
  defaultTitle ??= parent.value === '0' ? title.textContent : 'Leave a comment'
  if (comment && !byId(PLACEHOLDER_ID)) {
    respond.before(Object.assign(document.createElement('div'), { id: PLACEHOLDER_ID, hidden: true }))
  }
  if (comment) comment.after(respond)
  else byId(PLACEHOLDER_ID)?.replaceWith(respond)
  parent.value = link?.dataset.commentid ?? '0'
  title.textContent = link ? (link.dataset.replyto ?? '') : defaultTitle
  cancel.hidden = !link
  const field = respond.querySelector<HTMLElement>('#comment')
  ;(!link && replyLink?.isConnected ? replyLink : field)?.focus()
  replyLink = link
  return true
}

document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLElement>('.comment-reply-link, #cancel-comment-reply-link')
  if (!link) return
  if (moveForm(link.matches('.comment-reply-link') ? link : null)) event.preventDefault()
})

export {}
