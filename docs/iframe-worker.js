"use strict";
// The search of the site runs in a worker, which a browser does not start from disk: there a hidden frame is one.
if (location.protocol === "file:")
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      const inside = frame.contentDocument;
      // `importScripts` returns at once in a frame: what is posted waits for the scripts.
      this.ready = new Promise((resolve, reject) => {
        const load = (at) =>
          new Promise((loaded, failed) => {
            const script = inside.createElement("script");
            Object.assign(script, { src: at, onload: loaded, onerror: failed });
            inside.head.append(script);
          });
        this.inside.importScripts = (...scripts) =>
          scripts.reduce((before, at) => before.then(() => load(new URL(at, url))), Promise.resolve());
        this.inside.postMessage = (data) => this.tell(data);
        load(url).then(resolve, reject);
      });
    }

    tell(data) {
      const message = new MessageEvent("message", { data });
      this.dispatchEvent(message);
      this.onmessage?.(message);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
