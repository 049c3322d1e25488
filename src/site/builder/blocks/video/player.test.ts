import { expect, test } from 'vitest'
import { playerOf } from './player.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ'
test.each([
  ['https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3', youtube],
  ['https://youtu.be/aqz-KE-bpKQ?si=x', youtube],
  ['https://www.youtube.com/shorts/aqz-KE-bpKQ', youtube],
  ['https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://player.vimeo.com/video/76979871?h=1', 'https://player.vimeo.com/video/76979871'],
  ['/wp-content/uploads/2026/11/pour.webm', '/wp-content/uploads/2026/11/pour.webm'],
  ['/wp-content/uploads/2026/11/pour.mov', '/wp-content/uploads/2026/11/pour.mov'],
  ['/wp-content/uploads/2026/11/page.html', undefined],
  ['https://vimeo.com/76979871/a1b2c3', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://www.youtube.com/live/aqz-KE-bpKQ?si=x', youtube],
  ['https://www.youtube.com/playlist?list=PL1', undefined],
  ['//example.com/pour.mp4', undefined],
  ['https://www.youtube.com/', undefined],
  ['https://example.com/about-us', undefined],
  ['https://notvimeo.com/76979871', undefined],
  ['https://youtube.com.example.com/watch?v=aqz-KE-bpKQ', undefined],
  ['https://www.youtube.com/watch?v="><script>', undefined],
  ['https://vimeo.com/about', undefined],
  ['', undefined],
])('%s is played from %s', (address, src) => {
  expect(playerOf(address)?.src).toBe(src)
})
