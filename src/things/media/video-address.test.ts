import { expect, test } from 'vitest'
import { videoAddress } from './video-address.ts'

const youtube = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const vimeo = 'https://player.vimeo.com/video/76979871'
const file = '/wp-content/uploads/2026/11/pour'

test.each([
  ['https://www.youtube.com/watch?t=3&v=aqz-KE-bpKQ', youtube],
  [' https://m.youtube.com/watch?v=aqz-KE-bpKQ ', youtube],
  ['https://youtu.be/aqz-KE-bpKQ?si=x', youtube],
  ['https://youtu.be/aqz-KE-bpKQ&t=9', youtube],
  ['https://youtu.be/aqz-KE-bpKQ/', youtube],
  ['https://youtube.com/shorts/aqz-KE-bpKQ#t', youtube],
  ['https://www.youtube.com/live/aqz-KE-bpKQ?si=x', youtube],
  ['https://youtube.com/embed/aqz-KE-bpKQ', youtube],
  ['https://vimeo.com/76979871/a1b2c3', vimeo],
  ['https://vimeo.com/76979871/123456', vimeo],
  ['https://vimeo.com/channels/staffpicks/76979871', vimeo],
  [`${file}.mp4`, `${file}.mp4`],
  [`${file}.MOV`, `${file}.MOV`],
  [`${file}.ogv`, `${file}.ogv`],
  ['', ''],
])('%s is kept as %s', (written, kept) => {
  expect(videoAddress.parse(written)).toBe(kept)
})

test.each([
  'https://www.youtube.com/embed/aqz-KE-bpKQ?start=30',
  'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  'https://www.youtube.com/playlist?list=PL1',
  'https://player.vimeo.com/video/76979871?h=1',
])('%s is of a player already, and kept as it is', (address) => {
  expect(videoAddress.parse(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  'http://youtu.be/aqz-KE-bpKQ',
  'https://example.com/watch?v=aqz-KE-bpKQ',
  'https://youtube.com.example.com/watch?v=aqz-KE-bpKQ',
  'https://notvimeo.com/76979871',
  'https://vimeo.com/about',
  'https://youtube.com/@teashop',
  'https://www.youtube.com/embed/"><img src=x>',
  '//example.com/pour.mp4',
  '/wp-content/uploads/../secret.mp4',
  `${file}.html`,
  `${file}.mp4?"`,
])('%s is refused', (address) => {
  expect(videoAddress.safeParse(address).success).toBe(false)
})
