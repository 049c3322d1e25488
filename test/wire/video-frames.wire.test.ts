import { expect, test } from 'vitest'
import { saveEntry } from '../../src/things/entries/save-entry.ts'
import { openShop } from '../support/shop.ts'

const { app, db, shop } = await openShop()

async function frameSources(slug: string, content: string): Promise<string> {
  const change = { kind: 'page', title: slug, slug, content, status: 'publish' } as const
  const saved = await saveEntry(shop, db, change, { author: null, now: shop.now() })
  if (!saved.ok) throw new Error(saved.problem.kind)
  const policy = (await app.request(`/${slug}/`)).headers.get('content-security-policy') ?? ''
  return /frame-src ([^;]*)/.exec(policy)?.[1] ?? ''
}

test.each([
  ['a text without videos', '<p>Tea.</p>', "'self'"],
  ['a link to a video', '<p><a href="https://www.youtube.com/watch?v=x">x</a></p>', "'self'"],
  [
    'a frame',
    '<iframe src="https://www.youtube-nocookie.com/embed/x"></iframe>',
    "'self' https://www.youtube-nocookie.com",
  ],
  [
    'a link of the lightbox',
    '<p><a rel="prettyPhoto[a]" href="https://player.vimeo.com/video/1">x</a></p>',
    "'self' https://player.vimeo.com",
  ],
  [
    'a host that looks alike',
    '<p><a rel="prettyPhoto" href="https://www.youtube.com.evil.example/x">x</a></p>',
    "'self'",
  ],
  [
    'two hosts',
    '<iframe src="https://www.youtube.com/embed/x"></iframe><iframe src="https://player.vimeo.com/video/1"></iframe>',
    "'self' https://www.youtube.com https://player.vimeo.com",
  ],
])('[SITE-10] %s: the policy of its page allows frames of exactly its videos', async (name, content, sources) => {
  expect(await frameSources(name.replaceAll(' ', '-'), content)).toBe(sources)
})
