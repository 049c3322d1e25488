import type { SeedPage } from './types.ts'

export const teaGuide: SeedPage = {
  slug: 'tea-guide',
  title: 'The tea guide',
  excerpt:
    'Six kinds from one plant, what makes each of them, and how to brew, store and choose them: all of it on one page.',
  html: `
<p>All true tea comes from one plant. What is done with the leaf in the hours after it is picked decides whether it becomes white, green, yellow, oolong, black or dark. This page goes through them one by one, with as few words of a foreign language as can be managed.</p>

<p>[quick_counter]</p>
<p>[count value="6"]kinds of tea, from one plant[/count]</p>
<p>[count value="38" after=" h"]at most from leaf to finished black tea[/count]</p>
<p>[count value="80" after=" °C"]suits most green tea[/count]</p>
<p>[/quick_counter]</p>

<h2>The plant</h2>
<p>Camellia sinensis is an evergreen that would grow into a tree if it were left alone. Two varieties matter: a small-leaved one from China that bears frost, and a large-leaved one from Assam that likes heat. Pickers take the bud and one, two or three leaves below it, and then the clock starts.</p>
<h3>What happens to a picked leaf</h3>
<p>It wilts, and where it is bruised it browns, as an apple does. Heat stops the browning. Everything that follows is a matter of when that heat comes, and of what the leaf goes through before.</p>

<h2>White tea</h2>
<p>Picked, spread out, dried. Nothing is rolled, and the wilting may take two days. <a href="/product/bai-hao-yin-zhen/">Silver needles</a> are buds only; <a href="/product/bai-mu-dan/">Bai Mu Dan</a> has leaves as well and more to say. Brew it with water at eighty-five degrees and give it time.</p>

<h2>Green tea</h2>
<p>Heated within hours, so that it stays green. In China this is done in a hot pan, which gives a nutty, rounded taste, as in <a href="/product/xi-hu-longjing/">Longjing</a>. In Japan it is done with steam, which keeps the taste of grass and sea, as in <a href="/product/fukamushi-sencha/">sencha</a>.</p>
<h3>Why it turns bitter</h3>
<p>Because the water was too hot. Let the kettle stand for five minutes, use seventy-five to eighty degrees, and pour off after two minutes.</p>

<h2>Yellow tea</h2>
<p>Green tea that was wrapped up while it was still warm and damp. It loses its edge and becomes soft, like corn. Little of it is made, because it takes days and can go wrong on each of them. We carry four.</p>

<h2>Oolong</h2>
<p>The edges of the leaf are bruised on purpose, again and again, and the browning is stopped halfway. How far it goes ranges from a tenth to four fifths, so oolong is less a kind than a country. <a href="/product/li-shan/">High mountain oolongs</a> from Taiwan are green and floral; <a href="/product/wuyi-rou-gui/">rock teas</a> from Wuyi are roasted and taste of stone, cinnamon and smoke.</p>

<h2>Black tea</h2>
<p>Rolled until every cell is broken, and left to brown all the way. It likes boiling water, and most of it likes milk. Darjeeling is the exception on both counts: ninety degrees, and leave the jug in the refrigerator.</p>

<h2>Dark tea</h2>
<p>Tea that lives on. Heaped, damp and warm, it is changed by the same kind of small helpers that change cheese. <a href="/product/menghai-shou/">Ripe pu’er</a> is ready when you buy it; <a href="/product/yiwu-sheng-2012/">raw pu’er</a> goes on for decades if you let it.</p>

<h2>How strong, how long</h2>
<p>Three grams for a cup, whatever the kind, is a good beginning. From there you change one thing at a time: more leaf for strength, more time for depth, less heat for sweetness.</p>
<p>[skill_bars]</p>
<p>[skill label="White, green and yellow: how hot" percent="80"][/skill]</p>
<p>[skill label="Oolong: how hot" percent="92"][/skill]</p>
<p>[skill label="Black and dark: how hot" percent="100"][/skill]</p>
<p>[/skill_bars]</p>

<h2>How to choose</h2>
<p>By what you drink already. Here is where most people go next.</p>
<p>[flip_boxes columns="3"]</p>
<p>[flip_box title="You like coffee" text="Roast, weight, no fuss"]Try a roasted oolong such as Da Hong Pao, or a ripe pu’er, strong.[/flip_box]</p>
<p>[flip_box title="You like wine" text="Places, years, talk"]Try first and second flush from the same garden in Darjeeling, side by side.[/flip_box]</p>
<p>[flip_box title="You like broth" text="Savoury, green, soft"]Try Gyokuro at sixty degrees, in very small cups.[/flip_box]</p>
<p>[/flip_boxes]</p>

<h2>How to store it</h2>
<p>Dark, dry, closed, away from spices and not above the stove. Green and yellow tea within the year, black and roasted tea within three, white and dark tea whenever you like. <a href="/blog/keeping-tea-through-winter/">Keeping tea through a Canadian winter</a> has the rest.</p>

<h2>Words on labels</h2>
<p><em>First flush</em> is the first picking of spring. <em>Single origin</em> means one place, and it is worth asking how large. <em>TGFOP</em> and its longer relatives describe the size and look of the leaf, and say nothing of its taste. A harvest date says most of all. See <a href="/blog/reading-a-tea-label/">reading a tea label</a>.</p>
`.trim(),
}
