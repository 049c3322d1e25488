import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitizeAttribution } from './attribution.ts'
import { originText } from './origin.ts'

const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148'

describe('[ATTR-01] the attribution stored with an order', () => {
  test('has known fields without tags and extra whitespace; “(none)” is dropped; the device type is added', () => {
    const input = {
      source_type: 'utm',
      utm_source: ' <b>letter</b>  of March ',
      utm_medium: '(none)',
      utm_content: '',
      user_agent: iPhone,
      is_admin: 'yes',
      session_pages: 3,
    }
    expect(sanitizeAttribution(input)).toEqual({
      source_type: 'utm',
      utm_source: 'letter of March',
      utm_content: '',
      user_agent: iPhone,
      device_type: 'Mobile',
    })
  })

  test('is cut to text that PostgreSQL can store, also within an emoji', () => {
    const cut = sanitizeAttribution({
      utm_campaign: `a${'🍵'.repeat(300)}`,
      referrer: `https://a.test/?q=${'🍵'.repeat(300)}`,
    })
    for (const [name, text] of Object.entries(cut)) expect([name, text.isWellFormed()]).toEqual([name, true])
  })

  test('is empty when every field is empty', () => {
    expect(sanitizeAttribution({ source_type: '', utm_source: '', user_agent: '(none)' })).toEqual({})
    expect(sanitizeAttribution({})).toEqual({})
  })

  test.each([
    [iPhone, 'Mobile'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36', 'Mobile'],
    ['Mozilla/5.0 (Linux; Android 14; SM-X710) Safari/537.36', 'Tablet'],
    ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'Tablet'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140', 'Desktop'],
  ])('%s has the device type %s', (agent, device) => {
    expect(sanitizeAttribution({ user_agent: agent }).device_type).toBe(device)
  })

  test('any input becomes short, known text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('source_type', 'referrer', '__proto__', 'x'), fc.anything()),
        (given) => {
          for (const [name, value] of Object.entries(sanitizeAttribution(given))) {
            expect(['source_type', 'referrer']).toContain(name)
            expect(value.length).toBeLessThanOrEqual(500)
          }
        },
      ),
    )
  })
})

test.each([
  [{ source_type: 'utm', utm_source: 'newsletter' }, 'Source: Newsletter'],
  [{ source_type: 'organic', utm_source: 'google' }, 'Organic: Google'],
  [{ source_type: 'referral', utm_source: 'steepster.example' }, 'Referral: Steepster.example'],
  [{ source_type: 'typein', utm_source: '(direct)' }, 'Direct'],
  [{ source_type: 'odd' }, 'Unknown'],
])('[ATTR-03] the origin of %j is shown as %s', (attribution, text) => {
  expect(originText(attribution)).toBe(text)
})
