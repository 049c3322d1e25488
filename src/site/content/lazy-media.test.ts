import { expect, test } from 'vitest'
import { withLazyMedia, withScrollableTables } from './lazy-media.ts'

test('[SITE-10] a picture of the library is lazy and marked for its place, one from elsewhere only lazy', () => {
  expect(withLazyMedia('<p><img src="/wp-content/uploads/2026/11/tin.webp" alt="A tin" loading="eager" /></p>')).toBe(
    '<p><img data-resize loading="lazy" decoding="async" src="/wp-content/uploads/2026/11/tin.webp" alt="A tin"></p>',
  )
  expect(withLazyMedia('<img src="https://elsewhere.test/tin.webp">')).toBe(
    '<img loading="lazy" decoding="async" src="https://elsewhere.test/tin.webp">',
  )
})

test('[SITE-10] auto widths are skipped', () => {
  for (const auto of ['width="auto"', 'style="height:40px; width: auto"', "width='auto'"]) {
    const html = withLazyMedia(`<img src="/wp-content/uploads/a.webp" ${auto}>`)
    expect(html).not.toContain('data-resize')
    expect(html).toContain(auto)
  }
  expect(withLazyMedia('<img src="/wp-content/uploads/a.webp" style="max-width:auto">')).toContain('data-resize')
})

test('[SITE-10] a video keeps its address until it comes near, and stands as it is without script', () => {
  expect(withLazyMedia('<video src="/wp-content/uploads/pour.webm" autoplay controls preload="auto"></video>')).toBe(
    '<video data-src="/wp-content/uploads/pour.webm" data-autoplay controls></video>' +
      '<noscript><video src="/wp-content/uploads/pour.webm" controls></video></noscript>',
  )
  expect(withLazyMedia('<iframe title="Pouring" src="/film/?x=1&amp;y=2"></iframe>')).toBe(
    '<iframe data-src="/film/?x=1&amp;y=2" title="Pouring"></iframe>' +
      '<noscript><iframe src="/film/?x=1&amp;y=2" title="Pouring"></iframe></noscript>',
  )
  expect(withLazyMedia('<video controls><source src="/a.webm"></video>')).toBe(
    '<video controls><source src="/a.webm"></video>',
  )
})

test('a picture with a long text is read once', () => {
  const html = withLazyMedia(`<img alt="${' '.repeat(400_000)}x"/>`)
  expect(html.endsWith(' x">')).toBe(true)
})

test('text without pictures stays as it is', () => {
  const text = '<h2>Water</h2><p>Words &lt;img&gt; and <a href="/x">a link</a>.</p>'
  expect(withLazyMedia(text)).toBe(text)
})

test('[SITE-13 no sideways scrolling] a table is within an element that scrolls, and code scrolls itself', () => {
  expect(withScrollableTables('<table><tr><td>1</td></tr></table><pre><code>x</code></pre>')).toBe(
    '<div class="table-scroller" role="group" aria-label="Table" tabindex="0"><table><tr><td>1</td></tr></table></div>' +
      '<pre tabindex="0"><code>x</code></pre>',
  )
})
