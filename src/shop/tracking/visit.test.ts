import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shopGlobals } from '../../faces/storefront/render.tsx'
import { defaultSettings } from '../../settings.ts'
import { attributionOf, cookieLives, type PageView, updateVisitCookies } from './visit.ts'

const shop = 'https://www.samovar.example'
const at = new Date('2026-11-20T13:15:00Z')

const cookiesAfter = (view: Partial<PageView> = {}) =>
  updateVisitCookies({ cookies: {}, url: `${shop}/shop/`, referrer: '', userAgent: 'Firefox', now: at, ...view })

const attributionAfter = (view: Partial<PageView> = {}) => attributionOf({ ...view.cookies, ...cookiesAfter(view) })

describe('[ATTR-02] the source of a visit', () => {
  test('[ATTR-02 direct] a typed address: (direct), (none)', () => {
    expect(attributionAfter()).toMatchObject({
      source_type: 'typein',
      utm_source: '(direct)',
      utm_medium: '(none)',
      utm_campaign: '(none)',
      referrer: '(none)',
      session_entry: `${shop}/shop/`,
      session_start_time: '2026-11-20 13:15:00',
      session_pages: '1',
      session_count: '1',
      user_agent: 'Firefox',
    })
  })

  test('[ATTR-02 utm] a campaign, with its values as in the URL', () => {
    const address = `${shop}/?utm_source=news%20letter&utm_medium=email&utm_id=7&utm_term=a&utm_term=b#x`
    expect(attributionAfter({ url: address })).toMatchObject({
      source_type: 'utm',
      utm_source: 'news%20letter',
      utm_medium: 'email',
      utm_campaign: '(none)',
      utm_id: '7',
      utm_term: 'a,b',
    })
  })

  test.each([
    ['gclid=x', { utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'google_cpc' }],
    ['yclid=x', { utm_source: 'yandex', utm_medium: 'cpc', utm_campaign: 'yandex_cpc' }],
    ['gclid=x&utm_campaign=tea', { utm_source: 'google', utm_campaign: 'tea' }],
    ['utm_medium=sms', { utm_source: '(none)', utm_medium: 'sms' }],
  ])('a paid click, ?%s', (query, fields) => {
    expect(attributionAfter({ url: `${shop}/?${query}` })).toMatchObject({ source_type: 'utm', ...fields })
  })

  test.each([
    ['https://www.google.ca/', 'google'],
    ['https://google.co.uk/search?q=tea', 'google'],
    ['https://www.bing.com/search?q=tea', 'bing'],
    ['https://www.bing.com/', 'bing'],
    ['https://ca.search.yahoo.com/search?p=tea', 'yahoo'],
    ['https://yandex.ru/search/?text=чай', 'yandex'],
  ])('[ATTR-02 organic] a search engine, %s', (referrer, name) => {
    expect(attributionAfter({ referrer })).toMatchObject({
      source_type: 'organic',
      utm_source: name,
      utm_medium: 'organic',
      referrer,
    })
  })

  test('[ATTR-02 referral] another site, only at the beginning of a session', () => {
    const referrer = 'https://www.steepster.example/tea/42?x=1'
    const first = cookiesAfter({ referrer })
    expect(attributionOf(first)).toMatchObject({
      source_type: 'referral',
      utm_source: 'steepster.example',
      utm_medium: 'referral',
      utm_content: '/tea/42',
    })
    const later = attributionAfter({ referrer: 'https://other.example/', cookies: first })
    expect(later).toMatchObject({ utm_source: 'steepster.example', session_pages: '2', session_count: '1' })
  })

  test.each([
    'https://samovar.example/a',
    'https://blog.samovar.example/',
    'https://www.samovar.example/cart/',
    'about:blank',
    'no address',
  ])('the shop itself is not a source: %s', (referrer) => {
    expect(attributionAfter({ referrer })).toMatchObject({ source_type: 'typein' })
  })

  test('mail.bing.com pages without a search count as another site', () => {
    expect(attributionAfter({ referrer: 'https://www.bing.com/news/today' })).toMatchObject({ source_type: 'referral' })
  })

  test('the current source stays until a new one; the first one stays permanently', () => {
    const first = cookiesAfter({ url: `${shop}/?utm_source=a` })
    const afterSecondView = cookiesAfter({ cookies: first })
    expect(attributionOf(afterSecondView)).toMatchObject({ utm_source: 'a' })
    const second = cookiesAfter({ cookies: { ...first, ...afterSecondView }, url: `${shop}/?utm_source=b` })
    expect(attributionOf(second)).toMatchObject({ utm_source: 'b' })
    expect(second.sbjs_first).toContain('src=a')
    expect(second.sbjs_first_add).toBe(first.sbjs_first_add)
  })

  const { params } = shopGlobals({ url: shop, settings: () => ({ ...defaultSettings, orderAttribution: true }) }, {})
    .wc_order_attribution as { params: { lifetime: number; session: number } }

  test('[ATTR-02 session] a session ends 30 minutes after the last page view', () => {
    expect(params.session).toBe(30)
    expect(cookieLives(params).sessionSeconds).toBe(1800)
    expect(cookieLives({ lifetime: 6, session: 0 }).sessionSeconds).toBe(1800)
  })

  test('[ATTR-02 lifetime] a lifetime of 0.00001 months is less than a minute: the cookies end with the browser session', () => {
    expect(params.lifetime).toBe(0.00001)
    expect(cookieLives(params).lifeSeconds).toBe(0)
    expect(cookieLives({ lifetime: 6, session: 30 }).lifeSeconds).toBe(6 * 30 * 24 * 3600)
  })

  test('a session ends with its cookie: the number of visits increases, the page count starts again', () => {
    const first = cookiesAfter()
    const { sbjs_session: _, ...otherCookies } = cookiesAfter({ cookies: first })
    expect(attributionAfter({ cookies: otherCookies })).toMatchObject({
      session_count: '2',
      session_pages: '1',
      source_type: 'typein',
    })
  })

  test('whatever is in cookies and URLs is treated as plain text', () => {
    const text = fc.string({ maxLength: 60, unit: 'binary' })
    fc.assert(
      fc.property(text, text, text, text, (current, session, address, referrer) => {
        const cookies = { sbjs_current: current, sbjs_session: session, sbjs_udata: current }
        const after = updateVisitCookies({ cookies, url: address, referrer, userAgent: current, now: at })
        for (const value of Object.values(attributionOf(after)))
          expect(value === null || typeof value === 'string').toBe(true)
        expect(Number(attributionOf(after).session_pages)).toBeGreaterThan(0)
      }),
    )
  })
})
