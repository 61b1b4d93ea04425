/** Names that act as scripts, frames or templates, or close the surrounding markup, if they are not escaped. */
const few: readonly string[] = [
  '<script>window.hit=1</script>',
  '<img src=x onerror="window.hit=1">',
  '"><svg onload=window.hit=1>',
  "'-alert(1)-'",
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>parent.hit=1</script>">',
  'javascript:alert(1)',
  '{{constructor.constructor("window.hit=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a vulnerable template would evaluate it.
  '${alert(1)}',
  '<a href="javascript:window.hit=1">x</a>',
  '<style>*{display:none}</style>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hit=1>',
  '&lt;script&gt;window.hit=1&lt;/script&gt;',
  '\u202e<b>turned round</b>',
]

const run = 'window.hit=1'

/** Elements that run a script when they are inserted, seen, touched or left. */
const elements: readonly string[] = [
  `<script>${run}</script>`,
  `<script src="data:text/javascript,${run}"></script>`,
  `<script type=module>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src=x: onerror='${run}'>`,
  `<image href=x onerror=${run}>`,
  `<svg onload=${run}>`,
  `<svg/onload=${run}//`,
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s>`,
  `<svg><set onbegin=${run} attributename=x>`,
  `<svg><a xlink:href="javascript:${run}"><text y=20>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x onload=${run}/>#x">`,
  `<svg><foreignObject><iframe onload=${run}></foreignObject>`,
  `<math href="javascript:${run}">x</math>`,
  `<body onload=${run}>`,
  `<body onpageshow=${run}>`,
  `<details open ontoggle=${run}><summary>x`,
  `<video src=x onerror=${run}>`,
  `<video><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<input autofocus onfocus=${run}>`,
  `<select autofocus onfocus=${run}>`,
  `<textarea autofocus onfocus=${run}>`,
  `<b tabindex=0 autofocus onfocus=${run}>x</b>`,
  `<b contenteditable oninput=${run}>x</b>`,
  `<b onpointerenter=${run}>x</b>`,
  `<b style="animation:x 1s" onanimationstart=${run}>x</b>`,
  `<b style="transition:all 1s" ontransitionrun=${run}>x</b>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<iframe onload=${run}></iframe>`,
  `<iframe src="javascript:parent.hit=1"></iframe>`,
  `<iframe srcdoc="<img src=x onerror=parent.hit=1>"></iframe>`,
  `<object data="javascript:${run}"></object>`,
  `<object data=x onerror=${run}></object>`,
  `<embed src="javascript:${run}">`,
  `<style onload=${run}></style>`,
  `<style>@import "data:text/css,*{display:none}"</style>`,
  `<link rel=stylesheet href="data:text/css,*{display:none}">`,
  `<link rel=stylesheet href=x onerror=${run}>`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<base href="javascript:/${run}/">`,
  `<a href="javascript:${run}">x</a>`,
  `<a href="JaVaScRiPt:${run}">x</a>`,
  `<a href="java\tscript:${run}">x</a>`,
  `<a href="&#106;avascript:${run}">x</a>`,
  `<a href="data:text/html,<script>${run}</script>">x</a>`,
  `<form action="javascript:${run}"><input type=submit>`,
  `<form><button formaction="javascript:${run}">x</button>`,
  `<template shadowrootmode=open><img src=x onerror=${run}></template>`,
]

/** Prefixes that close the surrounding context: an attribute, a title, a script, a comment. */
const prefixes: readonly string[] = ['', '">', "'>", '</title>', '</textarea>', '</script>', '--><!-- -->']

/** Other vectors: URLs, templates, encodings, error-tolerant parsers. */
const otherVectors: readonly string[] = [
  `JAVASCRIPT:${run}`,
  `vbscript:${run}`,
  `data:text/html;base64,PHNjcmlwdD5oaXQ9MTwvc2NyaXB0Pg==`,
  `//evil.example/x.js`,
  `\\u003cscript\\u003e${run}\\u003c/script\\u003e`,
  `\\x3cscript\\x3e${run}\\x3c/script\\x3e`,
  `%3Cscript%3E${run}%3C/script%3E`,
  `%253Cscript%253E${run}`,
  `&#60;script&#62;${run}&#60;/script&#62;`,
  `&#x3C;img src=x onerror=${run}&#x3E;`,
  `\uff1cscript\uff1e${run}\uff1c/script\uff1e`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<sCrIpT>${run}</ScRiPt>`,
  `<script\n>${run}</script\n>`,
  `<img src="x\`\`onerror=${run}">`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>">`,
  `<svg></p><style><a id="</style><img src=x onerror=${run}>">`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${run} src>">`,
  `<table><td background="javascript:${run}">x`,
  `<b style="background:url(javascript:${run})">x</b>`,
  `<b style="width:expression(${run})">x</b>`,
  `<!--<img src="--><img src=x onerror=${run}//">`,
  `<![CDATA[<img src=x onerror=${run}>]]>`,
  `<?xml version="1.0"?><x xmlns="http://www.w3.org/1999/xhtml"><script>${run}</script></x>`,
  `<%= ${run} %>`,
  `#{${run}}`,
  `{{${run}}}`,
  `{{7*7}}`,
  `[[${run}]]`,
  `<a ng-click=${run} v-on:click=${run} @click=${run}>x</a>`,
  `__proto__`,
  `constructor`,
  `'"><!--`,
  `\`\${${run}}\``,
  `;${run}//`,
  `*/${run}/*`,
  `]}%";${run}//`,
  `(function(){${run}})()`,
  `x\u2028${run}\u2029x`,
]

/** Names must be unique, so each gets a number. */
const appendNumber = (text: string, place: number) => `${text} ${place}`

export const fewNames: readonly string[] = few.map(appendNumber)

/** Three hundred: the few, the other vectors, and each element after five of the prefixes. */
export const allNames: readonly string[] = [
  ...new Set([
    ...few,
    ...otherVectors,
    ...elements.flatMap((element, place) =>
      prefixes.filter((_, turn) => (place + turn) % prefixes.length < 5).map(prefix => prefix + element),
    ),
  ]),
]
  .slice(0, 300)
  .map(appendNumber)
