import sanitize from 'sanitize-html'

const anyElement = ['id', 'class', 'title', 'lang', 'dir']
const videoHosts = ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com']

/** Allowed HTML: everything that the editor writes and WordPress's blocks consist of, without scripts. */
const rules: sanitize.IOptions = {
  allowedTags: (
    'p div span br hr h2 h3 h4 h5 h6 ul ol li dl dt dd strong b em i u s del ins sub sup small mark abbr cite q time ' +
    'blockquote pre code kbd a img figure figcaption table caption thead tbody tfoot tr th td details summary ' +
    'video source iframe'
  ).split(' '),
  allowedAttributes: {
    '*': anyElement,
    a: [...anyElement, 'href', 'rel', 'target'],
    img: [...anyElement, 'src', 'alt', 'width', 'height'],
    ol: [...anyElement, 'start', 'reversed'],
    th: [...anyElement, 'colspan', 'rowspan', 'scope'],
    td: [...anyElement, 'colspan', 'rowspan'],
    time: [...anyElement, 'datetime'],
    details: [...anyElement, 'open'],
    video: [...anyElement, 'src', 'poster', 'width', 'height', 'controls', 'autoplay', 'muted', 'loop', 'playsinline'],
    source: ['src', 'type'],
    iframe: [...anyElement, 'src', 'width', 'height', 'allowfullscreen', 'data-autoplay'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https'], video: ['https'], source: ['https'], iframe: ['https'] },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'poster'],
  allowProtocolRelative: false,
  allowedIframeHostnames: videoHosts,
  allowIframeRelativeUrls: false,
  // A page has one h1, its title.
  transformTags: {
    h1: 'h2',
    // A page opened in a new tab must not control this one.
    a: (tagName, { target, rel, ...attribs }) => ({
      tagName,
      attribs: {
        ...attribs,
        ...(target === '_blank' ? { target, rel: rel ?? 'noopener' } : rel === undefined ? {} : { rel }),
      },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'iframe') && !attribs.src,
  selfClosing: ['img', 'br', 'hr', 'source'],
  nestingLimit: 60,
}

/** Sanitizes authored HTML: no scripts, event handlers, `javascript:` URLs or foreign frames. */
export const cleanContent = (html: string): string => clean(html, rules)

const formRules: sanitize.IOptions = {
  ...rules,
  allowedTags: [...(rules.allowedTags || []), 'label', 'fieldset', 'legend', 'datalist', 'option'],
  allowedAttributes: { ...rules.allowedAttributes, label: [...anyElement, 'for'], option: ['value', 'label'] },
}

/** The same for HTML around form fields, in which labels and groups are allowed too. */
export const cleanFormContent = (html: string): string => clean(html, formRules)

const clean = (html: string, allowed: sanitize.IOptions): string =>
  sanitize(withoutControls(html), allowed)
    .replace(/<(img|br|hr|source)\b([^>]*?) \/>/g, '<$1$2>')
    .trim()

/** User input as plain text: no tags, line breaks as `\n`. An unclosed tag is text. */
export const cleanText = (text: string): string =>
  withoutControls(text)
    .replace(/<(?:\/?[a-z][^>]*(?:>|($))|!--[\s\S]*?(?:-->|$))/gi, (tag, open?: '') => (open === '' ? tag : ''))
    .replace(/\r\n?/g, '\n')
    .trim()

/** Plain text on one line. */
export const cleanLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim()

/** Removes the null character, which PostgreSQL cannot store, and other invisible ones. */
const withoutControls = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
