import { expect, test } from 'vitest'
import { pages } from '../../../db/seed/pages.ts'
import { posts } from '../../../db/seed/posts.ts'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { cleanContent, cleanText } from './clean-content.ts'

test('the demo shop’s own texts pass unchanged', () => {
  for (const { slug, html = '' } of [...posts, ...pages])
    expect([slug, cleanContent(html)]).toEqual([slug, html.trim()])
})

test('figures, tables, videos and shortcodes pass unchanged', () => {
  for (const html of [
    '<figure class="wp-block-image"><img src="/wp-content/uploads/a.webp" width="1" height="2" alt="A &amp; B"><figcaption>C</figcaption></figure>',
    '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td colspan="2">B</td></tr></tbody></table>',
    '<iframe src="https://www.youtube-nocookie.com/embed/x" width="560" height="315" allowfullscreen></iframe>',
    '<p>Pick up: [pickup]<br>Line</p><hr><blockquote><p>Q</p></blockquote><pre><code>a &lt; b</code></pre>',
    '<p><a href="https://tea.test/" target="_blank" rel="noopener">out</a> <a href="#leaf">in</a></p>',
  ])
    expect(cleanContent(html)).toBe(html)
})

test('script, handlers, unsafe addresses and foreign frames are removed', () => {
  const cases = {
    '<p onclick="x()">a</p>': '<p>a</p>',
    '<script>x()</script><p>a</p>': '<p>a</p>',
    '<style>p{}</style><p style="position:fixed">a</p>': '<p>a</p>',
    '<a href=" jAvascript:x()">a</a>': '<a>a</a>',
    '<a href="java\nscript:x()">a</a>': '<a>a</a>',
    '<a href="data:text/html,x">a</a>': '<a>a</a>',
    '<img src="x" onerror="x()">': '<img src="x">',
    '<img src="http://evil.test/x.png"><img src="//evil.test/x.png">': '',
    '<iframe src="https://evil.test/"></iframe>': '',
    '<iframe srcdoc="<script>x()</script>"></iframe>': '',
    '<svg><script>x()</script></svg>': '',
    '<math><mi xlink:href="javascript:x()">a</mi></math>': 'a',
    '<form action="https://evil.test/"><input name="a"><button>b</button></form>': 'b',
    '<h1>a</h1>': '<h2>a</h2>',
    '<a href="https://tea.test/" target="_blank">a</a>':
      '<a href="https://tea.test/" target="_blank" rel="noopener">a</a>',
    '<p>a': '<p>a</p>',
    'a\u0000b': 'ab',
  }
  for (const [dirty, clean] of Object.entries(cases)) expect([dirty, cleanContent(dirty)]).toEqual([dirty, clean])
})

test('plain text keeps what only looks like a tag', () => {
  expect(cleanText('a < b <i>and</i> c > d\r\n<!-- x -->e')).toBe('a < b and c > d\ne')
})

test('a text of beginnings without ends takes no longer than a moment', async () => {
  expect(cleanText('a <b and <i>x</i> <c')).toBe('a x <c')
  const texts = ['<a', '<!--', '<!-- --'].map((beginning) => beginning.repeat(100_000))
  expect(await cpuMsOf(() => texts.map(cleanText))).toBeLessThan(1000)
})
