import addressparser from 'nodemailer/lib/addressparser'
import { cutText } from '../../../platform/storable-text.ts'
import { escapeHtml } from '../../../platform/web/plain-text.ts'
import type { ContactForm, MailTemplate } from '../contact-form.ts'
import type { ComposedMail, MailName } from '../forms.table.ts'
import { isEmail } from '../rules.ts'
import type { MailSource } from './mail-source.ts'
import { namesInMailTags, replaceMailTags, type TagValue } from './mail-tags.ts'

/** The emails of a submission. Omits one without a valid recipient, and the second without the first. */
export function composeMails(form: ContactForm, source: MailSource): Partial<Record<MailName, ComposedMail>> {
  const mail = composeMail(form.mail, form.locale, source)
  const second = mail && form.mail_2.active ? composeMail(form.mail_2, form.locale, source) : null
  return { ...(mail ? { mail } : {}), ...(second ? { mail_2: second } : {}) }
}

function composeMail(template: MailTemplate, locale: string, source: MailSource): ComposedMail | null {
  const recipients = addressesIn(template.recipient, source)
  if (recipients.length === 0) return null
  const subject = inHeader(replaceMailTags(template.subject, source, joined))
  // Split into lines before filling in values, so that no value can add a header.
  const lines = Array.from(
    template.additional_headers.matchAll(/^[\t ]*(reply-to|cc|bcc|x-[a-z0-9-]+)[\t ]*:(.*)$/gim),
    ([, name = '', value = '']) => ({ name, value }),
  )
  const addressHeader = (header: string): string =>
    listOf(lines.filter(({ name }) => name.toLowerCase() === header).flatMap(({ value }) => addressesIn(value, source)))
  const customHeaders = lines
    .filter(({ name }) => /^x-/i.test(name))
    .map(({ name, value }): [string, string] => [name, inHeader(replaceMailTags(value, source, joined))])
    .filter(([, value]) => value !== '')
  const files = new Set(source.tags.filter(({ basetype }) => basetype === 'file').map(({ name }) => name))
  const filled = bodyOf(template, source)
  return {
    subject,
    sender: listOf(addressesIn(template.sender, source).slice(0, 1)),
    recipient: recipients.map(({ address }) => address).join(', '),
    replyTo: addressHeader('reply-to'),
    cc: addressHeader('cc'),
    bcc: addressHeader('bcc'),
    headers: {
      'X-WPCF7-Content-Type': template.use_html ? 'text/html' : 'text/plain',
      ...Object.fromEntries(customHeaders),
    },
    body: template.use_html ? htmlPage(filled, { template: template.body, subject, locale }) : filled,
    isHtml: template.use_html,
    attachments: [...new Set(namesInMailTags(template.attachments))].filter((name) => files.has(name)),
  }
}

const joined = ({ texts }: TagValue): string => texts.join(', ')

const MAX_HEADER_LENGTH = 500

/** Control characters would end the header. */
const inHeader = (text: string): string => cutText(text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim(), MAX_HEADER_LENGTH)

type Address = { readonly name: string; readonly address: string }

/** Parses a list of addresses. Names are filled in separately, so that they never become addresses. */
function addressesIn(template: string, source: MailSource): Address[] {
  const addresses = Array.from(template.matchAll(/(?:"[^"]*"|\[[^\]]*\]|<[^>]*>|[^,;\r\n])+/g), ([part]) => {
    const [, name = '', address = part] = /^(.*)<([^<>]*)>\s*$/s.exec(part) ?? []
    const filledName = inHeader(replaceMailTags(name, source, joined))
      .replaceAll(/["\\<>]/g, '')
      .trim()
    return addressparser(replaceMailTags(address, source, inAddress), { flatten: true })
      .filter((one) => one.address.length <= 254 && isEmail(one.address))
      .map((one) => ({ name: filledName || one.name, address: one.address }))
  }).flat()
  return addresses.filter(({ address }, index) => addresses.findIndex((one) => one.address === address) === index)
}

/** A visitor may give one address or a local part. Choices written by the editor may be several. */
function inAddress({ texts, choices }: TagValue): string {
  const visitors = texts.filter((text) => !choices.includes(text)).slice(0, 1)
  const safe = visitors.filter((text) => isEmail(text) || /^[\w.+-]{1,64}$/.test(text))
  return [...texts.filter((text) => choices.includes(text)), ...safe].join(', ')
}

const listOf = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address }) => (name === '' ? address : `"${name.replaceAll(/["\\]/g, '')}" <${address}>`))
    .join(', ')

function bodyOf({ body, use_html, exclude_blank }: MailTemplate, source: MailSource): string {
  const write = use_html ? (value: TagValue) => asHtml(joined(value)) : joined
  return body
    .split(/\r\n|\r|\n/)
    .flatMap((line) => {
      let hasTags = false
      let hasText = false
      const filled = replaceMailTags(line, source, (value) => {
        hasTags = true
        const text = write(value)
        hasText ||= text !== ''
        return text
      })
      return exclude_blank && hasTags && !hasText ? [] : [filled]
    })
    .join('\n')
    .replaceAll('\0', '')
}

const asHtml = (text: string): string =>
  escapeHtml(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('\n', '<br>')

/** Adds paragraphs to templates without block elements, and a document to templates without `<html>`. */
function htmlPage(
  filled: string,
  { template, subject, locale }: { template: string; subject: string; locale: string },
) {
  // `Maya <maya@shop.test>` is not an HTML tag.
  const body = filled.replaceAll(/<([^<>\s]+)>/g, (whole, inner: string) =>
    isEmail(inner) ? `&lt;${inner}&gt;` : whole,
  )
  if (/<html[\s>]/i.test(template)) return body
  const hasBlocks = /<(?:p|div|table|[uod]l|h[1-6]|br|blockquote|pre|section)\b/i.test(template)
  const paragraphs = body
    .split(/\n(?:[\t ]*\n)+/)
    .filter((part) => part.trim() !== '')
    .map((part) => `<p>${part.trim().replaceAll('\n', '<br>\n')}</p>`)
  const head = `<meta charset="utf-8"><title>${asHtml(subject)}</title>`
  return `<!doctype html>\n<html lang="${asHtml(locale.replaceAll('_', '-'))}">\n<head>${head}</head>\n<body>\n${hasBlocks ? body : paragraphs.join('\n')}\n</body>\n</html>`
}
