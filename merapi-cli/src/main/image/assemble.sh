#!/bin/sh
# Puts together what the image holds besides the jars: the system that Java needs, and how it is started.
#
#   assemble.sh BASE PROGRAM SOURCES TARGET
#
# BASE is the image below, scratch for none; PROGRAM the folder of the jars; SOURCES that of merapi-cli; TARGET gets
# a folder for each layer, and has the Java runtime already.
set -eu
base=$1 program=$2 sources=$3 target=$4
java=$target/runtime/opt/java

# Files of an image have no time of their own, and the cache of classes serves only jars of the times that it has seen.
timeless() {
  find "$@" -exec touch -h -d @1 {} +
}

# With nothing below, Java's own libraries and the loader come from this machine; whatever they need is found by ldd.
rm -rf "$target/system"
mkdir -p "$target/system/etc"
if [ "$base" = scratch ]; then
  find "$java" -type f \( -name '*.so' -o -path '*/bin/*' \) -exec ldd {} + 2>/dev/null |
    awk '/=> \// { print $3 } /^[ \t]+\// { print $1 }' | sort -u |
    while read -r library; do
      case $library in
        "$java"/*) ;;
        *)
          mkdir -p "$target/system$(dirname "$library")"
          cp -L "$library" "$target/system$library"
          ;;
      esac
    done
  for licence in /usr/share/doc/libc6/copyright /usr/share/doc/libgcc-s1/copyright; do
    if [ -r "$licence" ]; then
      mkdir -p "$target/system$(dirname "$licence")"
      cp -L "$licence" "$target/system$licence"
    fi
  done
  echo 'hosts: files dns' > "$target/system/etc/nsswitch.conf"
  echo 'merapi:x:65532:65532:Merapi:/:/none' > "$target/system/etc/passwd"
  echo 'merapi:x:65532:' > "$target/system/etc/group"
  mkdir -p "$target/system/tmp"
fi

# The jars as Jib will lay them out, to make the cache with.
stage=$target/stage/app
rm -rf "$target/stage" "$target/start"
mkdir -p "$stage/libs" "$stage/classpath" "$target/start/app"
cp "$program"/lib/*.jar "$stage/libs/"
mv "$stage"/libs/merapi-cli-*.jar "$stage/classpath/"
timeless "$stage" "$target/runtime"
classes=$(cd "$target/stage" && find app -name '*.jar' | LC_ALL=C sort | sed 's|^|/|' | tr '\n' ':' | sed 's/:$//')

options=$target/start/app/merapi.options
{
  cat "$sources/src/main/launcher/jvm.options" "$sources/src/main/launcher/long.options" \
    "$sources/src/main/image/container.options"
  printf '\n-XX:AOTCache=/app/merapi.aot\n-cp\n%s\n' "$classes"
} > "$options"

# As java reads it, with the places of this machine.
grep -v -e AOTCache -e '^-cp$' -e '^/app/' "$options" > "$target/training.options"
"$java/bin/java" "@$target/training.options" -XX:AOTCacheOutput="$target/start/app/merapi.aot" \
  -cp "$(echo "$classes" | sed "s|/app/|$stage/|g")" io.merapi.cli.Training "$sources/../examples"

cp "$sources/../LICENSE" "$target/start/app/"
rm -rf "$target/stage"
