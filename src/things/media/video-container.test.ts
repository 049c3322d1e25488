import { describe, expect, test } from 'vitest'
import { box, element, mp4, mp4OfSize, oggPage, ogv, recordedWebm, webm } from '../../../test/support/videos.ts'
import { inspectVideo, videoMimeOfPath } from './video-container.ts'

const join = (...parts: (Buffer | string)[]) =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string, 'latin1')))
const html = '<html><script>alert(1)</script></html>'
const changed = (file: Buffer, from: string, to: string) => {
  const at = file.indexOf(from, 0, 'latin1')
  if (at < 0 || from.length !== to.length) throw new Error(from)
  return join(file.subarray(0, at), to, file.subarray(at + to.length))
}

const ftyp = box('ftyp', 'isom\0\0\0\0isomiso2')
const hdlr = (kind: string) => box('hdlr', `\0\0\0\0\0\0\0\0${kind}\0\0\0\0\0\0\0\0\0\0\0\0\0`)
const trak = (kind = 'vide', ...more: Buffer[]) => box('trak', ...more, box('mdia', hdlr(kind)))
const mdat = box('mdat', 'media')
/** A track header. Version 1 has longer times; the first number of the matrix is 0 if the picture is rotated. */
const tkhd = (version: 0 | 1, width: number, height: number, first: number) => {
  const body = Buffer.alloc(version === 1 ? 96 : 84)
  body[0] = version
  body.writeInt32BE(first, body.length - 44)
  body.writeUInt16BE(width, body.length - 8)
  body.writeUInt16BE(height, body.length - 4)
  return box('tkhd', body)
}
const mp4Of = (...tracks: Buffer[]) => join(ftyp, box('moov', ...tracks), mdat)

const ebml = (type: string) => element(0x1a45dfa3, element(0x4282, type))
const track = (kind: string, codec: string, ...more: Buffer[]) =>
  element(0xae, element(0x83, kind), element(0x86, codec), ...more)
const segment = (...parts: Buffer[]) => element(0x18538067, ...parts)
const tracks = (...all: Buffer[]) => element(0x1654ae6b, ...all)
const cluster = element(0x1f43b675, element(0xe7, '\0'), element(0xa3, 'block'))
const vp9 = track('\x01', 'V_VP9', element(0xe0, element(0xb0, '\x02\x80'), element(0xba, '\x01\x68')))
const opus = track('\x02', 'A_OPUS')
const open = (id: string) => Buffer.from(`${id}01ffffffffffffff`, 'hex')

const theora = '\x80theora\x03\x02\x01\0\x04\0\x03\0\0\x40\0\0\x24'
const theoraFile = (comment = 'made by hand') =>
  join(oggPage(7, 2, theora), oggPage(7, 0, `\x81theora${comment}`), oggPage(7, 4, 'media', 3))

describe('[BLD-08 content] taken by what it is', () => {
  test.each<[string, Buffer, ReturnType<typeof inspectVideo>]>([
    ['an MP4', mp4, { extension: 'mp4', mime: 'video/mp4', width: 64, height: 36 }],
    ['a WebM', webm, { extension: 'webm', mime: 'video/webm', width: 64, height: 36 }],
    ['a WebM that a browser recorded', recordedWebm, { extension: 'webm', mime: 'video/webm', width: 64, height: 36 }],
    ['an Ogg with VP8', ogv, { extension: 'ogv', mime: 'video/ogg', width: 64, height: 36 }],
    ['an Ogg with Theora', theoraFile(), { extension: 'ogv', mime: 'video/ogg', width: 64, height: 36 }],
    ['an MP4 with free space', mp4OfSize(5000), { extension: 'mp4', mime: 'video/mp4', width: 64, height: 36 }],
    [
      'a WebM with sound before its video',
      join(ebml('webm'), segment(tracks(opus, vp9), cluster)),
      { extension: 'webm', mime: 'video/webm', width: 640, height: 360 },
    ],
    [
      'a WebM whose names have room',
      join(ebml('webm\0\0'), segment(tracks(vp9), cluster)),
      { extension: 'webm', mime: 'video/webm', width: 640, height: 360 },
    ],
    [
      'a WebM of unknown size',
      join(
        ebml('webm'),
        open('18538067'),
        tracks(vp9),
        open('1f43b675'),
        element(0xa3, 'block'),
        element(0xec, ''),
        element(0xa3, 'block'),
        cluster,
      ),
      { extension: 'webm', mime: 'video/webm', width: 640, height: 360 },
    ],
    [
      'a WebM with a size that no picture has',
      join(
        ebml('webm'),
        segment(
          tracks(
            track('\x01', 'V_VP8', element(0xe0, element(0xb0, '\xff'.repeat(8)), element(0xba, 'x'.repeat(900)))),
          ),
          cluster,
        ),
      ),
      { extension: 'webm', mime: 'video/webm', width: 0, height: 0 },
    ],
    ['an MP4 that does not say its size', mp4Of(trak()), { extension: 'mp4', mime: 'video/mp4', width: 0, height: 0 }],
    [
      'an MP4 with sound before its video',
      mp4Of(trak('soun'), trak('vide', tkhd(0, 640, 360, 0x10000))),
      { extension: 'mp4', mime: 'video/mp4', width: 640, height: 360 },
    ],
    [
      'an MP4 of a phone held upright',
      mp4Of(trak('vide', tkhd(1, 640, 360, 0))),
      { extension: 'mp4', mime: 'video/mp4', width: 360, height: 640 },
    ],
    [
      'an MP4 whose media is up to its end',
      join(ftyp, box('moov', trak()), '\0\0\0\0mdat', 'media'),
      { extension: 'mp4', mime: 'video/mp4', width: 0, height: 0 },
    ],
    [
      'an MP4 with a long size',
      join(ftyp, box('moov', trak()), '\0\0\0\x01mdat\0\0\0\0\0\0\0\x15', 'media'),
      { extension: 'mp4', mime: 'video/mp4', width: 0, height: 0 },
    ],
    [
      'an MP4 whose media has markup in its bits',
      join(ftyp, box('moov', trak()), box('mdat', '<svg PK\x03\x04')),
      { extension: 'mp4', mime: 'video/mp4', width: 0, height: 0 },
    ],
    [
      'an MP4 named in letters of its maker',
      join(mp4, box('udta', box('\xa9nam', 'Tea <b>& steam</b>'))),
      { extension: 'mp4', mime: 'video/mp4', width: 64, height: 36 },
    ],
  ])('%s', (_, bytes, content) => {
    expect(inspectVideo(bytes)).toEqual(content)
  })
})

describe('[BLD-08 content] refused, whatever its name', () => {
  const sound = join(oggPage(1, 2, '\x01vorbis'), oggPage(1, 4, 'media', 3))
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    // Searched from each of them, these zeros would take minutes.
    ['a WebM with a name of zeros', join(ebml(`webm${'\0'.repeat(1_000_000)}x`), segment(tracks(vp9), cluster))],
    ['text', join('<?php echo 1;')],
    ['a page', join(html)],
    ['an archive', join('PK\x03\x04')],
    ['the name of a container', join('\0\0\0\x08ftyp')],
    ['a page that begins as an MP4', join(ftyp, html)],
    ['an MP4 with sound only', mp4Of(trak('soun'))],
    ['an MP4 without media', join(ftyp, box('moov', trak()))],
    ['an MP4 without a description', join(ftyp, mdat)],
    ['an MP4 with two descriptions', join(ftyp, box('moov', trak()), box('moov', trak()), mdat)],
    ['an MP4 whose handler is in no media', join(ftyp, box('moov', box('trak', hdlr('vide'))), mdat)],
    ['an MP4 with a box of no name', join(mp4, box('\0\0\0\0', 'x'))],
    ['an MP4 with an open box that is no media', join(mp4, '\0\0\0\0free', 'x')],
    ['an MP4 with a box smaller than its head', join(mp4, '\0\0\0\x04free')],
    ['an MP4 with an endless box', join(mp4, '\0\0\0\x01free\xff\xff\xff\xff\xff\xff\xff\xff')],
    ['a QuickTime movie', changed(mp4, 'isom', 'qt  ')],
    ['a picture in the same boxes', changed(mp4, 'isom', 'avif')],
    ['an MP4 with a page behind it', join(mp4, html)],
    ['an MP4 with an archive behind it', join(mp4, 'PK\x05\x06', Buffer.alloc(18))],
    ['an MP4 behind a page', join(html, mp4)],
    ['an MP4 with one byte more', join(mp4, '\0')],
    ['an MP4 with one byte less', mp4.subarray(0, -1)],
    ...['free', 'skip', 'uuid', 'udta', 'meta'].map((type): [string, Buffer] => [
      `an MP4 with a script in ${type}`,
      join(mp4, box(type, '<ScRipt>alert(1)')),
    ]),
    ['an MP4 with a drawing in its description', mp4Of(trak(), box('udta', '<svg onload=alert(1)>'))],
    ['an MP4 with a page in its first box', join(box('ftyp', 'isom', html), box('moov', trak()), mdat)],
    ['an MP4 with PHP in free space', join(mp4, box('free', '<?php'))],
    ['an MP4 with an archive in free space', join(mp4, box('free', 'PK\x05\x06'))],
    ['a Matroska file', changed(webm, 'webm', 'mkvv')],
    ['a WebM of sound only', join(ebml('webm'), segment(tracks(opus), cluster))],
    [
      'a WebM with the codec of another',
      join(ebml('webm'), segment(tracks(track('\x01', 'V_MPEG4/ISO/AVC')), cluster)),
    ],
    ['a WebM without media', join(ebml('webm'), segment(tracks(vp9)))],
    ['a WebM without tracks', join(ebml('webm'), segment(cluster))],
    ['a WebM with an attached file', join(ebml('webm'), segment(tracks(vp9), cluster, element(0x1941a469, 'any')))],
    ['a WebM with a script in a void', join(ebml('webm'), segment(tracks(vp9), cluster, element(0xec, html)))],
    ['a WebM with a page as its title', join(ebml('webm'), segment(element(0x1549a966, html), tracks(vp9), cluster))],
    [
      'a WebM with a script in its first element',
      join(element(0x1a45dfa3, element(0x4282, 'webm'), element(0xec, html)), segment(tracks(vp9), cluster)),
    ],
    [
      'a WebM with an open void',
      join(ebml('webm'), open('18538067'), tracks(vp9), cluster, Buffer.from('ecff', 'hex'), html),
    ],
    ['a WebM with a page behind it', join(webm, html)],
    ['a WebM with one more element', join(webm, element(0xec, ''))],
    ['a recorded WebM with a page behind it', join(recordedWebm, html)],
    ['an MP4 of nothing but heads of boxes', join(mp4, Buffer.alloc(8 * 100_000, box('free')))],
    [
      'a WebM of nothing but heads of blocks',
      join(recordedWebm, Buffer.alloc(2 * 200_000, Buffer.from('a380', 'hex'))),
    ],
    ['a WebM with one byte less', webm.subarray(0, -1)],
    ['an Ogg with sound only', sound],
    ['an Ogg with a first page only', oggPage(7, 2, theora)],
    ['an Ogg with a page of a stream that never began', join(theoraFile(), oggPage(8, 0, 'media', 3))],
    ['an Ogg with a stream that begins twice', join(theoraFile(), oggPage(7, 2, theora))],
    ['an Ogg of another version', join(ogv.subarray(0, 4), '\x01', ogv.subarray(5))],
    ['an Ogg with a script as its title', theoraFile('<script>alert(1)</script>')],
    ['an Ogg with a page behind it', join(ogv, html)],
    ['an Ogg behind a page', join(html, ogv)],
    ['an Ogg with one byte less', ogv.subarray(0, -1)],
  ])('%s', (_, bytes) => {
    expect(inspectVideo(bytes)).toBeNull()
  })

  test('a part of a video, wherever it is cut, and a video with changed bytes: never an error', () => {
    for (const file of [mp4, webm]) {
      for (let length = 0; length < file.length; length += 1) expect(inspectVideo(file.subarray(0, length))).toBeNull()
    }
    for (const file of [mp4, webm, recordedWebm, ogv, theoraFile()]) {
      for (let at = 0; at < file.length; at += 1) {
        for (const byte of [0, 1, 0x7f, 0x80, 0xff]) {
          const broken = Buffer.from(file)
          broken[at] = byte
          const { width = 0, height = 0 } = inspectVideo(broken) ?? {}
          expect(Math.max(width, height)).toBeLessThan(2 ** 24)
        }
      }
    }
  })
})

test.each([
  ['2026/11/steam.mp4', 'video/mp4'],
  ['2026/11/steam.ogv', 'video/ogg'],
  ['2026/11/steam.webm', 'video/webm'],
  ['2026/11/steam.webp', null],
  ['2026/11/steam.mp4.png', null],
  ['2026/11/mp4', null],
])('the type of %s is %s', (path, mime) => {
  expect(videoMimeOfPath(path)).toBe(mime)
})
