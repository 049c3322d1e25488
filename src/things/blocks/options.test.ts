import { expect, test } from 'vitest'
import { z } from 'zod'
import { address, choice, flag, mediaIdsIn, number, picture, pictures, readOptions, text, video } from './options.ts'

const schema = z.object({
  title: text('Title', 'Tea'),
  size: number('Size', { min: 1, max: 10, default: 3 }),
  side: choice('Side', ['left', 'right'], 'left'),
  moves: flag('Moves', false),
  face: picture('Face'),
  all: pictures('All'),
  url: address('Address'),
  film: video('Video'),
})
const defaults = { title: 'Tea', size: 3, side: 'left', moves: false, face: 0, all: [], url: '', film: '' }

test('what is not given has its default', () => {
  expect(readOptions(schema, {})).toEqual({ options: defaults, refused: [] })
})

test('texts of a shortcode and values of the builder are read alike', () => {
  const read = { title: 'A', size: 2.5, side: 'right', moves: true, face: 7, all: [1, 2], url: '/shop/', film: '' }
  const { film: _, ...written } = { ...read, size: '2.5', moves: 'yes', face: '7', all: '1, 2,' }
  expect(readOptions(schema, written)).toEqual({ options: read, refused: [] })
  expect(readOptions(schema, read)).toEqual({ options: read, refused: [] })
  expect(readOptions(schema, { ...read, moves: 1 })).toEqual({ options: read, refused: [] })
  expect(mediaIdsIn(schema, read)).toEqual([7, 1, 2])
})

test.each([
  ['size', ''],
  ['size', '11'],
  ['size', 'many'],
  ['size', 'Infinity'],
  ['side', 'up'],
  ['moves', 'perhaps'],
  ['face', '-1'],
  ['face', '1.5'],
  ['all', 'a,b'],
  ['title', 'x'.repeat(501)],
  ['url', 'javascript:alert(1)'],
  ['url', '//evil.example'],
  ['url', 'http://plain.example'],
  ['film', 'https://evil.example/embed/1'],
  ['film', 'https://www.youtube.com.evil.example/'],
  ['film', 'data:text/html,x'],
  ['film', '/wp-content/uploads/../../wp-admin/'],
  ['unknown', 'x'],
  ['constructor', 'x'],
])('%s=%s is refused', (name, value) => {
  expect(readOptions(schema, { [name]: value })).toEqual({ options: defaults, refused: [name] })
})
