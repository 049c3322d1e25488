import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { cleanPasted } from './pasted-html.ts'

vi.stubGlobal(
  'DOMParser',
  class {
    parseFromString = (html: string) => parseHTML(`<!doctype html><html><body>${html}</body></html>`).document
  },
)

const item = (level: number, sign: string, text: string) =>
  `<p class="MsoListParagraph" style="mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${sign}<span>&#160;</span></span>${text}</p>`

test.each([
  [`<p class="MsoNormal">Tea</p>${item(1, '·', 'A')}${item(1, '·', 'B')}<p>End</p>`, 'p, ul(li(p), li(p)), p'],
  [
    item(1, '1.', 'A') + item(2, 'a)', 'B') + item(2, 'b)', 'C') + item(1, '2.', 'D'),
    'ol(li(p, ol(li(p), li(p))), li(p))',
  ],
  [`${item(1, '·', 'A')}<p>Between</p>${item(1, '·', 'B')}`, 'ul(li(p)), p, ul(li(p))'],
  [item(1, '·', 'A') + item(1, '1.', 'B'), 'ul(li(p)), ol(li(p))'],
  [item(2, '·', 'A') + item(1, '·', 'B'), 'ul(li(p), li(p))'],
  [`${item(1, '·', 'A')}<p class="MsoListParagraph" style="mso-list:none">No bullet</p>`, 'ul(li(p)), p'],
])('Word’s paragraphs with bullets become lists: %#', (html, outline) => {
  const { document } = parseHTML(`<html><body>${cleanPasted(html)}</body></html>`)
  const outlineOf = (element: Element): string => {
    const inner = [...element.children]
      .filter(({ localName }) => localName !== 'span')
      .map(outlineOf)
      .join(', ')
    return element.localName + (inner && `(${inner})`)
  }
  expect([...document.body.children].map(outlineOf).join(', ')).toBe(outline)
  expect(document.body.textContent).not.toMatch(/[·.)]/)
  expect(document.querySelector('[class]')).toBeNull()
})

test('what was copied from the editor stays as it is', () => {
  const copied = '<h2 data-pm-slice="1 1 []" dir="ltr">A</h2><pre>\nB</pre>'
  expect(cleanPasted(copied)).toBe(copied)
})

test('a text of Google Docs keeps its headings and nothing of its layout', () => {
  const pasted =
    '<style>p{}</style><b id="docs-internal-guid-1"><h1 dir="ltr">A</h1><p dir="rtl">B<br>C</p><br>' +
    '<p><a href="/x/"><span style="color:red;text-decoration:underline">D</span></a></p></b><br class="Apple-interchange-newline">'
  expect(cleanPasted(pasted)).toBe(
    '<b><h2>A</h2><p dir="rtl">B<br>C</p><p><a href="/x/"><span style="color:red;">D</span></a></p></b>',
  )
})
