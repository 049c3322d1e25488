import { DOMSerializer, Node, Slice } from '@tiptap/pm/model'
import type { EditorView } from '@tiptap/pm/view'
import { Editor, getSchema } from '@tiptap/react'
import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { cleanContent } from '../../../things/entries/clean-content.ts'
import { contentOf, htmlOf, richTextExtensions } from './rich-text-html.ts'

/** Parsed as browsers do: without the line break that a `pre` begins with. */
const documentOf = (html: string) =>
  parseHTML(`<!doctype html><html><body>${html.replaceAll(/(<pre[^>]*>)\n/g, '$1')}</body></html>`).document

vi.stubGlobal('document', documentOf(''))

vi.stubGlobal(
  'DOMParser',
  class {
    parseFromString = documentOf
  },
)

const schema = getSchema(richTextExtensions)

/** The HTML that the editor writes for the text that it was given. */
const edited = (html: string): string => written(Node.fromJSON(schema, contentOf(html)))

function written({ type, content }: Node): string {
  const document = documentOf('')
  const element = document.createElement('div')
  DOMSerializer.fromSchema(type.schema).serializeFragment(
    content,
    { document: document as unknown as Document },
    element as unknown as HTMLElement,
  )
  return element.innerHTML
}

/** Attributes in alphabetical order, because linkedom writes them in its own. */
const sorted = (html: string): string =>
  html.replaceAll(/<(\w+)((?: [\w-]+="[^"]*")+)>/g, (_, tag: string, attributes: string) => {
    const each = attributes.match(/ [\w-]+="[^"]*"/g) ?? []
    return `<${tag}${each.toSorted().join('')}>`
  })

test.each([
  ...'abbr cite code del em ins kbd mark q s small span strong sub sup time u'
    .split(' ')
    .map((tag) => `<p>Tea <${tag} id="007" class="a" title="7" lang="fr" dir="ltr">leaves</${tag}></p>`),
  '<p>CO<sub>2</sub>, Samovar<sup>®</sup>, <time datetime="2026-11">November</time></p>',
  '<p><small>From <small class="b">1 <sup>st</sup></small> to <abbr title="a"><abbr title="b">x</abbr></abbr></small></p>',
  '<p><a href="/shop/" lang="fr"><code>thé <mark>vert</mark></code></a> <a id="x">here</a></p>',
  '<p><q>A <em>B</em> C</q> <span id="x">a <strong>b</strong> c</span></p>',
  '<h2><a id="brewing"></a>Brewing</h2><p><span id="more"></span>More</p>',
  '<pre class="a">Warm <strong>up</strong>\n  <kbd>Q</kbd> <a href="/tea/">tea</a><br>end</pre><p>After</p>',
  '<pre><strong>Warm</strong>\n  <kbd>Q</kbd>\n<em>end</em></pre>',
  '<pre><code class="language-js">tea()\n  .steep()</code></pre><pre>plain</pre><pre><code lang="fr">a</code> b</pre>',
  '<pre><code>if <mark>tea</mark></code></pre><pre><code class="wide">tea</code></pre>',
  '<p><kbd>A</kbd><kbd>B</kbd><kbd>C <em>D</em></kbd><mark><mark>x</mark></mark></p>',
  '<h5>Small</h5><h6 lang="fr">Petit</h6><hr class="wide"><ol reversed=""><li><p>One</p></li></ol>',
])('keeps %s', (html) => {
  expect(sorted(edited(html))).toBe(sorted(cleanContent(html)))
})

test.each([
  '<pre><code>see <a href="/x/">x</a> y</code></pre>',
  '<pre><code class="language-js">see <a href="/x/">x</a> y</code></pre>',
  '<pre>\n\none <img src="https://a.test/b.png" alt=""> two</pre>',
  '<pre>one\n<div>block</div>\ntwo</pre>',
  '<p>Text <img src="https://a.test/b.png" alt="b"> more</p>',
  '<p><a href="/x/"><img src="https://a.test/b.png" alt="b"></a></p>',
  '<p><iframe src="https://www.youtube.com/embed/x"></iframe></p>',
  '<h2>A <img src="https://a.test/b.png" alt="b"></h2>',
  '<ul><li>a <img src="https://a.test/b.png" alt="b"></li></ul>',
  '<ol><li><h3>a</h3>b</li></ol>',
  '<p><a href="/x/" id="y"></a></p>',
])('keeps %j whole', (html) => {
  expect(htmlOf(edited(html))).toBe(html)
})

test.each([
  ['<p><b>a</b><i>b</i>\n c</p>', '<p><strong>a</strong><em>b</em> c</p>'],
  ['<p><em>a <a href="/x/">b</a></em></p>', '<p><em>a </em><a href="/x/"><em>b</em></a></p>'],
  ['<blockquote>a<p>b</p></blockquote>', '<blockquote><p>a</p><p>b</p></blockquote>'],
  ['<p><em></em>a<a></a></p>', '<p>a</p>'],
])('%j stays text that can be edited', (html, text) => {
  expect(htmlOf(edited(html))).toBe(text)
})

test('a span that says nothing is left out', () => {
  expect(edited('<p><span>Tea</span></p>')).toBe('<p>Tea</p>')
})

test.each([
  '<pre>\n\nTea</pre>\n<p>After</p>',
  '<pre class="a">\n\n\n<em>Tea</em></pre>',
  '<pre><code>\nTea</code></pre>',
  '<blockquote><pre>\n\nTea</pre></blockquote>',
  '<div><pre>\n\nTea</pre></div>',
])('keeps the empty first line of %j', (html) => {
  expect(htmlOf(edited(html))).toBe(html)
})

test.each([
  ['ArrowDown', '<pre>Tea</pre>', ['Tea', '']],
  ['Enter', '<pre>Tea\n\n</pre>', ['Tea', '']],
  ['Enter', '<pre><em>Tea\n\n</em></pre>', ['Tea', '']],
  ['Enter', '<pre><em>Tea</em>\n</pre>', ['Tea\n\n']],
  ['ArrowDown', '<pre>Tea</pre><p>After</p>', ['Tea', 'After']],
  ['ArrowDown', '<pre><code class="wide">Tea</code></pre>', ['Tea', '']],
])('%s at the end of %j makes %j', (key, html, blocks) => {
  const editor = new Editor({ element: null, extensions: richTextExtensions, content: contentOf(html) })
  editor.commands.setTextSelection(1 + (editor.state.doc.firstChild?.content.size ?? 0))
  const event = { key, preventDefault: () => {} } as KeyboardEvent
  // The cursor is on the last line; a document that is not shown has no lines.
  const view = { state: editor.state, endOfTextblock: () => true } as unknown as EditorView
  editor.extensionManager.plugins.some((plugin) => plugin.props.handleKeyDown?.call(plugin, view, event))
  expect(editor.state.doc.children.map(({ textContent }) => textContent)).toEqual(blocks)
})

test.each(['language-js', 'hljs language-js', 'wide'])('text typed at the end of code of class %j is code', (name) => {
  const html = `<pre class="a"><code class="${name}">Tea</code></pre>`
  const editor = new Editor({ element: null, extensions: richTextExtensions, content: contentOf(html) })
  editor.commands.command(({ tr }) => Boolean(tr.insertText('s', 4)))
  expect(written(editor.state.doc)).toBe(html.replace('Tea', 'Teas'))
})

test.each([
  ['<p>Text <img src="https://a.test/b.png" alt="b"> more</p>', 6],
  ['<h2>A <img src="https://a.test/b.png" alt="b"></h2>', 3],
])('a picture of %j is pasted into the line again after it was cut', (html, at) => {
  const editor = new Editor({ element: null, extensions: richTextExtensions, content: contentOf(html) })
  editor.commands.setNodeSelection(at)
  const copied = editor.extensionManager.plugins.reduce(
    (slice, plugin) => plugin.props.transformCopied?.call(plugin, slice, editor.view) ?? slice,
    editor.state.selection.content(),
  )
  const pasted = contentOf(written(editor.state.doc.type.create(null, copied.content)))
  editor.commands.deleteSelection()
  const { content } = Node.fromJSON(editor.schema, pasted)
  editor.view.dispatch(editor.state.tr.replaceSelection(new Slice(content, copied.openStart, copied.openEnd)))
  expect(htmlOf(written(editor.state.doc))).toBe(html)
})
