/**
 * Styles of the loader's own elements. A constructed style sheet, because a shop's content policy may block all others.
 * Colours are the browser's system colours for either scheme, with greys over them: the design tokens are not available
 * in the shop's page.
 */
export const STYLE = `:host{all:initial;display:block;color:CanvasText;font:.875rem/1.5 system-ui}\
iframe{display:block;width:100%;border:0;height:0;visibility:hidden}\
.box,button,i{border-radius:1rem;background:Canvas}\
.box{border:1px solid #8884;overflow:hidden}.box>div{padding:1.5rem}.soft{background:#8881}\
i{display:block;background:#8883;height:1.75rem;margin:1.375rem 0;max-width:100%}\
h2,pre{margin:0 0 .5rem;white-space:pre-wrap}\
button{display:block;width:100%;margin-top:1.5rem;height:3rem;border:1px solid #888;color:inherit;font:inherit}\
dialog{width:100%;height:100%;max-width:none;max-height:none;padding:1rem;border:0;box-sizing:border-box;background:none}\
dialog::backdrop{background:#0009}dialog>*{max-width:30rem;margin:0 auto 1rem}dialog>button{width:3rem;margin-right:0}`;
