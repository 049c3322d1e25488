import { describe, expect, test } from 'vitest'
import { categories } from './categories.ts'
import { customers } from './customers.ts'
import { home } from './home.ts'
import { pages, wordsOf } from './open-test-content.ts'
import { posts } from './posts.ts'
import { products } from './products.ts'
import { projects } from './projects.ts'
import { reviews } from './reviews.ts'
import { business, footerHighlights, storeNotice } from './site-content.ts'

describe('content', () => {
  test('at least 40 reviews of at least 18 products, from one star to five', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(40)
    expect(new Set(reviews.map((review) => review.product)).size).toBeGreaterThanOrEqual(18)
    expect([...new Set(reviews.map((review) => review.rating))].sort()).toEqual([1, 2, 3, 4, 5])
    expect(reviews.some((review) => !review.verified)).toBe(true)
  })

  test('twelve posts of 500 to 900 words in sections, each with its picture', () => {
    expect(posts).toHaveLength(12)
    for (const post of posts) {
      const count = wordsOf(post.html).length
      expect(count, post.slug).toBeGreaterThanOrEqual(500)
      expect(count, post.slug).toBeLessThanOrEqual(900)
      expect(post.html.match(/<h2>/g)?.length ?? 0, post.slug).toBeGreaterThanOrEqual(3)
      expect(post.picture).toBe(`post-${post.slug}`)
    }
  })

  test('all pages exist', () => {
    const slugs = ['about', 'shipping-returns', 'contact', 'wholesale', 'faq', 'privacy-policy', 'terms', 'tea-guide']
    expect(pages.map((page) => page.slug)).toEqual(slugs)
    for (const page of pages) expect(wordsOf(page.html).length, page.slug).toBeGreaterThan(100)
  })

  test('posts and pages use only allowed elements, all of them closed', () => {
    const allowed = new Set(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'br'])
    for (const { slug, html } of [...posts, ...pages, ...projects]) {
      const open: string[] = []
      for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        expect(allowed.has(tag ?? ''), `${slug} <${tag}>`).toBe(true)
        if (tag === 'br') continue
        if (slash === '') open.push(tag ?? '')
        else expect(open.pop(), slug).toBe(tag)
      }
      expect(open, slug).toEqual([])
    }
  })

  test('shipping texts, store notice and footer agree on amounts', () => {
    const shipping = pages.find((page) => page.slug === 'shipping-returns')?.html ?? ''
    for (const text of [shipping, footerHighlights[0]?.text ?? '']) {
      expect(text).toContain('$9.95')
      expect(text).toContain('$75')
    }
    expect(storeNotice.text).toContain('$75')
    const contact = pages.find((page) => page.slug === 'contact')?.html ?? ''
    const { company, address1, city, postcode } = business.address
    for (const line of [business.email, business.phone, company, address1, city, postcode])
      expect(contact).toContain(line)
  })

  test('no text uses exclamation marks', () => {
    const texts = [
      ...products.flatMap((product) => [product.name, product.subtitle, product.short, ...product.description]),
      ...reviews.map((review) => review.text),
      ...[...posts, ...pages, ...projects].flatMap((text) => [text.title, text.excerpt, text.html]),
      ...categories.map((category) => category.description),
      JSON.stringify(home),
    ]
    expect(texts.filter((text) => text.includes('!'))).toEqual([])
  })
})

describe('customers', () => {
  test('postal codes begin with a letter of their province', () => {
    const letters: Readonly<Record<string, string>> = {
      NL: 'A',
      NS: 'B',
      PE: 'C',
      NB: 'E',
      QC: 'GHJ',
      ON: 'KLMNP',
      MB: 'R',
      SK: 'S',
      AB: 'T',
      BC: 'V',
      NT: 'X',
      NU: 'X',
      YT: 'Y',
    }
    for (const { address } of customers) {
      expect(address.postcode).toMatch(/^[A-Z]\d[A-Z] \d[A-Z]\d$/)
      expect(letters[address.state] ?? '').toContain(address.postcode.charAt(0))
    }
  })

  test('phone numbers are reserved fictitious ones', () => {
    for (const { address } of customers) expect(address.phone).toMatch(/^\d{3}-555-01\d{2}$/)
    expect(business.phone).toMatch(/^\d{3}-555-01\d{2}$/)
  })

  test('Maya has three orders and Luc has two', () => {
    expect(customers.map((customer) => [customer.email, customer.orders.length])).toEqual([
      ['customer@samovar.test', 3],
      ['luc@samovar.test', 2],
    ])
  })
})
