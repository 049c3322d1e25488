/** Opens a preview of a form in another window, by posting its texts. */
export function openPreview(action: string, texts: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target: '_blank', hidden: true })
  for (const [name, value] of Object.entries(texts)) {
    const field = document.createElement('textarea')
    Object.assign(field, { name, value })
    form.append(field)
  }
  document.body.append(form)
  form.submit()
  form.remove()
}
