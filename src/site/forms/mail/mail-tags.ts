import { toLocalIso } from '../../../platform/time/shop-time.ts'
import { pipesOf } from '../form-tag.ts'
import type { MailSource } from './mail-source.ts'
import { formatAsPhp } from './php-date.ts'

export type TagValue = {
  readonly texts: readonly string[]
  /** Values defined by the editor; all others come from the visitor. */
  readonly choices: readonly string[]
}

const tagPattern = /(\[?)\[[\t ]*([a-z_][\w:.-]*)((?:[\t ]+"[^"]*"|[\t ]+'[^']*')*)[\t ]*\](\]?)/gi

/** Replaces each mail-tag by the result of `write`. Unknown ones remain, and `[[name]]` becomes `[name]`. */
export const replaceMailTags = (template: string, source: MailSource, write: (value: TagValue) => string): string =>
  template.replace(tagPattern, (whole, open: string, name: string, quoted: string, close: string) => {
    if (open !== '' && close !== '') return whole.slice(1, -1)
    const value = valueOf(name, /"[^"]*"|'[^']*'/.exec(quoted)?.[0].slice(1, -1) ?? '', source)
    return value === null ? whole : open + write(value) + close
  })

/** Names of mail-tags, without escaped ones. */
export const namesInMailTags = (template: string): string[] =>
  Array.from(template.matchAll(tagPattern), ([, open, name = '', , close]) =>
    open !== '' && close !== '' ? '' : fieldNameOf(name),
  ).filter((name) => name !== '')

/** Dots become `_`, as in submitted field names. */
const fieldNameOf = (name: string): string => name.replaceAll('.', '_')

function valueOf(tagName: string, format: string, source: MailSource): TagValue | null {
  const [, variant = '', rest = tagName] = /^_(raw|format)_(.+)$/.exec(tagName) ?? []
  const name = fieldNameOf(rest)
  const field = source.fields.find((one) => one.name === name)
  const tags = source.tags.filter((one) => one.name === name && (!field || one.basetype === field.type))
  if (!field && tags.length === 0) {
    const text = specialText(tagName, source)
    return text === null ? null : { texts: [text], choices: [] }
  }
  const posted = (variant === 'raw' ? field?.posted : undefined) ?? field?.texts ?? []
  const texts = posted.map((text) => text.replace(/\r\n?/g, '\n').trim()).filter((text) => text !== '')
  const choices = tags.flatMap(pipesOf).flatMap(({ shown, mailed }) => [shown, mailed])
  return { texts: variant === 'format' ? texts.map((text) => formatDay(text, format)) : texts, choices }
}

/** Text that is not a date is mailed unchanged. */
const formatDay = (text: string, format: string): string =>
  format !== '' && /^\d{4}-\d\d-\d\d$/.test(text) ? formatAsPhp(format, `${text}T00:00:00`) : text

const specialTags: Readonly<Record<string, (source: MailSource) => string | number | undefined>> = {
  _remote_ip: ({ sender }) => sender.remoteIp,
  _user_agent: ({ sender }) => sender.userAgent,
  _url: ({ url }) => url,
  _date: ({ now }) => formatAsPhp('F j, Y', toLocalIso(now)),
  _time: ({ now }) => formatAsPhp('g:i a', toLocalIso(now)),
  _invalid_fields: ({ invalidFields }) => invalidFields.length,
  _contact_form_title: ({ formTitle }) => formTitle,
  _post_id: ({ page }) => page?.id,
  _post_name: ({ page }) => page?.slug,
  _post_title: ({ page }) => page?.title,
  _post_url: ({ page }) => page?.url,
  _post_author: ({ page }) => page?.authorName,
  _post_author_email: ({ page }) => page?.authorEmail,
  _site_title: ({ site }) => site.title,
  _site_description: ({ site }) => site.description,
  _site_url: ({ site }) => site.url,
  _site_domain: ({ site }) => new URL(site.url).hostname.replace(/^www\./, ''),
  _site_admin_email: ({ site }) => site.adminEmail,
  _user_id: ({ sender }) => sender.user?.id,
  _user_login: ({ sender }) => sender.user?.login,
  _user_email: ({ sender }) => sender.user?.email,
  _user_display_name: ({ sender }) => sender.user?.name,
  _user_nickname: ({ sender }) => sender.user?.name,
}

export const specialMailTags: readonly string[] = Object.keys(specialTags)

/** Null: no mail-tag has this name. Unknown data of a sender or a page is ''. */
function specialText(name: string, source: MailSource): string | null {
  const read = Object.hasOwn(specialTags, name) ? specialTags[name] : undefined
  if (read) return String(read(source) ?? '')
  return name.startsWith('_user_') ? '' : null
}
