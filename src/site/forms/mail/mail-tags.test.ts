/** Every mail-tag of contact-form-7.md §7, with texts of editors and visitors around and inside them. */
import { afterAll, expect, test } from 'vitest'
import { cpuMsOf } from '../../../../test/support/cpu-time.ts'
import { setShopTimeZone } from '../../../platform/time/shop-time.ts'
import { parseTemplate } from '../form-tag.ts'
import { submittedFields } from '../posted-form.ts'
import type { MailSource } from './mail-source.ts'
import { namesInMailTags, replaceMailTags } from './mail-tags.ts'
import { formatAsPhp } from './php-date.ts'

afterAll(() => setShopTimeZone('America/Toronto'))

const { tags } = parseTemplate(`
  [text* your-name] [email* your-email] [textarea your-message] [count your-message] [date day] [date dotted.name]
  [select subject "Orders|orders@shop.test" "Other"] [checkbox teas "Green" "Black|Assam"]
  [acceptance terms] I accept the terms [/acceptance] [acceptance news optional "I want news"] [file photo] [text empty]`)

const source: MailSource = {
  tags,
  formTitle: 'Ask us',
  fields: [
    { name: 'your-name', type: 'text', texts: ['  Maya Okafor '] },
    { name: 'your-email', type: 'email', texts: ['maya@example.test'] },
    { name: 'your-message', type: 'textarea', texts: ['First line\r\nsecond [your-name] $& $1'] },
    { name: 'day', type: 'date', texts: ['2026-03-05'] },
    { name: 'dotted_name', type: 'date', texts: ['2026-12-31'] },
    { name: 'subject', type: 'select', texts: ['orders@shop.test'], posted: ['Orders'] },
    { name: 'teas', type: 'checkbox', texts: ['Green', 'Assam'], posted: ['Green', 'Black'] },
    { name: 'terms', type: 'acceptance', texts: ['Consented: I accept the terms & conditions'] },
    { name: 'news', type: 'acceptance', texts: ['Not consented: I want news'] },
    { name: 'photo', type: 'file', texts: ['pot.jpg', 'cup.jpg'] },
    { name: 'added-by-script', type: 'hidden', texts: ['x', '', 'y'] },
  ],
  invalidFields: ['your-name'],
  sender: {
    remoteIp: '203.0.113.9',
    userAgent: 'Firefox',
    user: { id: 7, name: 'Maya O.', email: 'maya@account.test', login: 'maya' },
  },
  page: {
    id: 12,
    slug: 'contact',
    title: 'Contact us',
    url: 'https://shop.test/contact/',
    authorName: 'Ada',
    authorEmail: 'ada@shop.test',
  },
  url: 'https://shop.test/contact/?from=menu',
  site: {
    title: 'Samovar & Co',
    description: 'Tea',
    url: 'https://www.shop.test',
    adminEmail: 'owner@shop.test',
  },
  // In Toronto it is still the previous day.
  now: new Date('2026-11-20T02:05:00Z'),
}

const filled = (template: string, from = source): string =>
  replaceMailTags(template, from, ({ texts }) => texts.join(', '))

test.each([
  ['[your-name]', 'Maya Okafor'],
  ['[ your-name ]', 'Maya Okafor'],
  ['<[your-email]>', '<maya@example.test>'],
  ['[your-message]', 'First line\nsecond [your-name] $& $1'],
  ['[teas]', 'Green, Assam'],
  ['[_raw_teas]', 'Green, Black'],
  ['[subject]', 'orders@shop.test'],
  ['[_raw_subject]', 'Orders'],
  ['[_raw_your-name]', 'Maya Okafor'],
  ['[day]', '2026-03-05'],
  ['[_format_day "Y/m/d"]', '2026/03/05'],
  [`[_format_day 'l, jS F Y']`, 'Thursday, 5th March 2026'],
  ['[_format_day]', '2026-03-05'],
  ['[_format_your-name "Y"]', 'Maya Okafor'],
  ['[dotted.name] [dotted_name] [_format_dotted.name "y"]', '2026-12-31 2026-12-31 26'],
  ['[terms]', 'Consented: I accept the terms & conditions'],
  ['[news]', 'Not consented: I want news'],
  ['[photo]', 'pot.jpg, cup.jpg'],
  ['[empty]', ''],
  ['[added-by-script]', 'x, y'],
  ['[_remote_ip]', '203.0.113.9'],
  ['[_user_agent]', 'Firefox'],
  ['[_url]', 'https://shop.test/contact/?from=menu'],
  ['[_date]', 'November 19, 2026'],
  ['[_time]', '9:05 pm'],
  ['[_invalid_fields]', '1'],
  ['[_contact_form_title]', 'Ask us'],
  ['[_post_id]', '12'],
  ['[_post_name]', 'contact'],
  ['[_post_title]', 'Contact us'],
  ['[_post_url]', 'https://shop.test/contact/'],
  ['[_post_author]', 'Ada'],
  ['[_post_author_email]', 'ada@shop.test'],
  ['[_site_title]', 'Samovar & Co'],
  ['[_site_description]', 'Tea'],
  ['[_site_url]', 'https://www.shop.test'],
  ['[_site_domain]', 'shop.test'],
  ['[_site_admin_email]', 'owner@shop.test'],
  ['[_user_login]', 'maya'],
  ['[_user_email]', 'maya@account.test'],
  ['[_user_id]', '7'],
  ['[_user_display_name]', 'Maya O.'],
  ['[_user_url][_user_first_name]', ''],
  ['[[your-name]]', '[your-name]'],
  ['[[your-name] [your-name]]', '[Maya Okafor Maya Okafor]'],
  ['[unknown] [_unknown] [__proto__] [constructor]', '[unknown] [_unknown] [__proto__] [constructor]'],
  ['[your-name', '[your-name'],
  ['[your-name]]', 'Maya Okafor]'],
  ['Dear [your-name], [not a tag]', 'Dear Maya Okafor, [not a tag]'],
])('[FORM-15 mails] %s is mailed as %s', (template, text) => {
  expect(filled(template)).toBe(text)
})

test('[FORM-15 mails] of a guest and outside a page, tags about them are blank', () => {
  const guest = { ...source, page: null, sender: { ...source.sender, user: null } }
  expect(filled('[_user_email][_user_login][_user_id][_post_id][_post_title][_post_author_email]', guest)).toBe('')
})

test('[FORM-15 mails] dates and times are those of the shop’s time zone', () => {
  setShopTimeZone('Europe/Berlin')
  expect(filled('[_date], [_time]')).toBe('November 20, 2026, 3:05 am')
})

test.each([
  ['d j S', '04 4 th'],
  ['D l N w z', 'Mon Monday 1 1 184'],
  ['m n M F t', '07 7 Jul July 31'],
  ['Y y', '2022 22'],
  ['a A g G h H i s', 'pm PM 3 15 03 15 06 09'],
  [String.raw`\Y\m\d Y`, 'Ymd 2022'],
  ['Q x ~', 'Q x ~'],
])('[FORM-15 mails] the date format %s gives %s', (format, text) => {
  expect(formatAsPhp(format, '2022-07-04T15:06:09')).toBe(text)
})

test('[FORM-15 mails] days of the month have their endings, and a day that does not exist stays as it is', () => {
  const ending = (day: string) => formatAsPhp('jS', `2026-01-${day}T00:00:00`)
  expect(['01', '02', '03', '04', '11', '12', '13', '21', '22', '23', '31'].map(ending).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 31st',
  )
  expect(formatAsPhp('Y', '2026-13-45T00:00:00')).toBe('2026-13-45')
})

test('[FORM-15 mails] names in tags are listed for attachments, without literal ones', () => {
  expect(namesInMailTags('[photo] [[cup]] [a.b]\n/etc/passwd uploads/x.pdf')).toEqual(['photo', 'a_b'])
})

test('[FORM-15 mails] a hostile template takes no time', async () => {
  const templates = ['[', '[a', '[a ', '[a "', `[a '"`, '[[a]', '\t '].map((part) => part.repeat(20_000))
  const fill = () => {
    for (const template of templates) filled(template)
  }
  expect(await cpuMsOf(fill)).toBeLessThan(2000)
})

test('a mail of a field with thousands of choices costs no more than a moment', async () => {
  const choices = Array.from({ length: 4000 }, (_, index) => `"Town ${index}|town-${index}@shop.test"`)
  const towns = parseTemplate(`[checkbox town ${choices.join(' ')}]`).tags
  const posted = Array.from({ length: 4000 }, (_, index) => `Town ${index}`)
  const sent = { texts: new Map([['town', posted]]), files: new Map() }
  let written = ''
  const cost = await cpuMsOf(() => {
    const fields = submittedFields(towns, sent)
    written = replaceMailTags('[town] [_raw_town]', { ...source, tags: towns, fields }, (value) =>
      [value.texts.at(-1), value.choices.at(-1)].join(),
    )
  })
  expect(written).toBe('town-3999@shop.test,town-3999@shop.test Town 3999,town-3999@shop.test')
  expect(cost).toBeLessThan(500)
})
