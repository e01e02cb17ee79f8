package io.merapi.sim.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class HeatImageTest {

  @Test
  void saysSharesByHowOpaqueTheyAre() throws IOException {
    var image = new HeatImage(3, 2);
    image.set(0, 1, 0.5);
    image.set(0, 2, 1);
    image.set(1, 0, HeatImage.NOTHING);
    image.set(1, 2, 7);

    BufferedImage read = read(image);

    assertThat(read.getWidth()).isEqualTo(3);
    assertThat(read.getHeight()).isEqualTo(2);
    assertThat(opacity(read, 0, 0)).isZero();
    assertThat(opacity(read, 1, 0)).isEqualTo(127);
    assertThat(opacity(read, 2, 0)).isEqualTo(255);
    assertThat(read.getRGB(0, 1) & 0xffffff).as("grey").isEqualTo(0x808080);
    assertThat(opacity(read, 2, 1)).as("more than all is all").isEqualTo(255);
  }

  private static BufferedImage read(HeatImage image) throws IOException {
    String base64 = image.address().substring("data:image/png;base64,".length());
    return ImageIO.read(new ByteArrayInputStream(Base64.getDecoder().decode(base64)));
  }

  private static int opacity(BufferedImage image, int x, int y) {
    return image.getRGB(x, y) >>> 24;
  }
}
